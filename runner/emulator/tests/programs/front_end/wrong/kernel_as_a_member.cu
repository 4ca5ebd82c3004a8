// A kernel is declared as a member function of a class.
#include <stdio.h>

class Image {
public:
    Image(int w, int h) : w(w), h(h) { cudaMalloc(&pixels, w * h); }
    ~Image() { cudaFree(pixels); }
    void fill(unsigned char value);
    unsigned char pixel(int x, int y) const {
        unsigned char p;
        cudaMemcpy(&p, pixels + y * w + x, 1, cudaMemcpyDeviceToHost);
        return p;
    }
private:
#ifndef REPAIRED
    __global__ void fillKernel(unsigned char value) { pixels[blockIdx.x * w + threadIdx.x] = value; }  // refused: A __global__ function or function template cannot be a member function
#endif
    int w, h;
    unsigned char *pixels;
};

#ifdef REPAIRED
__global__ void fillKernel(unsigned char *pixels, int w, unsigned char value) { pixels[blockIdx.x * w + threadIdx.x] = value; }
void Image::fill(unsigned char value) { fillKernel<<<h, w>>>(pixels, w, value); }
#else
void Image::fill(unsigned char value) { fillKernel<<<h, w>>>(value); }
#endif

int main() {
    Image image(30, 20);
    image.fill(99);
    printf("%d\n", image.pixel(29, 19));
}
