// An image is flipped through a tile in shared memory; the barrier after loading is forgotten.
#include <stdio.h>
#define BS 16

__global__ void flip(const unsigned char *in, unsigned char *out, int w, int h)
{
    __shared__ unsigned char tile[BS][BS];
    int x = blockIdx.x * BS + threadIdx.x;
    int y = blockIdx.y * BS + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = x < w && y < h ? in[y * w + x] : 0;  // fault: shared-memory-race
#ifdef REPAIRED
    __syncthreads();
#endif
    int from = BS - 1 - threadIdx.x;
    int column = blockIdx.x * BS + from;
    if (column < w && y < h) out[y * w + (w - 1 - column)] = tile[threadIdx.y][from];  // fault: uninitialised-read
}

int main()
{
    const int w = 50, h = 20;
    unsigned char image[w * h], *in, *out;
    for (int i = 0; i < w * h; i++) image[i] = i * 7 % 251;
    cudaMalloc(&in, sizeof image);
    cudaMalloc(&out, sizeof image);
    cudaMemcpy(in, image, sizeof image, cudaMemcpyHostToDevice);
    flip<<<dim3((w + BS - 1) / BS, (h + BS - 1) / BS), dim3(BS, BS)>>>(in, out, w, h);
    cudaMemcpy(image, out, sizeof image, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", image[0], image[49], image[w * h - 1]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
