// A static array of 64 KiB in shared memory: more than a block may have without asking.
#include <stdio.h>

#ifdef REPAIRED
#define CELLS 12000
#else
#define CELLS 16384  // refused: uses too much shared data
#endif

__global__ void sumOfSquares(float *out)
{
    __shared__ float cells[CELLS];
    for (int i = threadIdx.x; i < 12000; i += blockDim.x) cells[i] = (i % 5) * (i % 5);
    __syncthreads();
    if (threadIdx.x == 0) {
        float s = 0;
        for (int i = 0; i < 12000; i++) s += cells[i];
        *out = s;
    }
}

int main()
{
    float *d, h;
    cudaMalloc(&d, sizeof h);
    sumOfSquares<<<1, 100>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h);
    cudaFree(d);
    return 0;
}
