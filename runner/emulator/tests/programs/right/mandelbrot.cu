// The Mandelbrot set in characters; each thread computes one.
#include <cstdio>
#include <memory>

struct Complex {
  double re, im;
  __device__ Complex(double re, double im) : re(re), im(im) {}
  __device__ Complex operator*(const Complex& o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
  __device__ Complex operator+(const Complex& o) const { return {re + o.re, im + o.im}; }
  __device__ double norm() const { return re * re + im * im; }
};

__device__ int iterations(Complex c, int most) {
  Complex z(0, 0);
  int count = 0;
  while (count < most && z.norm() <= 4.0) {
    z = z * z + c;
    ++count;
  }
  return count;
}

__global__ void mandelbrot(unsigned char* image, int width, int height, int most) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    Complex c(-2.2 + 3.2 * x / width, -1.2 + 2.4 * y / height);
    image[y * width + x] = iterations(c, most);
  }
}

struct DeviceFree {
  void operator()(unsigned char* p) const { cudaFree(p); }
};

int main() {
  const int width = 76, height = 30, most = 60;
  unsigned char* p = nullptr;
  cudaMalloc(&p, width * height);
  std::unique_ptr<unsigned char, DeviceFree> on_device(p);
  mandelbrot<<<dim3((width + 15) / 16, (height + 7) / 8), dim3(16, 8)>>>(p, width, height, most);
  unsigned char image[height][width];
  cudaMemcpy(image, p, sizeof image, cudaMemcpyDeviceToHost);
  long total = 0;
  for (auto& row : image) {
    for (unsigned char count : row) {
      putchar(count == most ? '#' : count > 12 ? '+' : count > 5 ? '.' : ' ');
      total += count;
    }
    putchar('\n');
  }
  printf("%ld iterations\n", total);
}
