// A hand-made barrier for the whole grid, with far more blocks than a device can hold at once.
#include <stdio.h>

__device__ volatile unsigned turnstile;
__device__ unsigned arrived;

__global__ void twoPhases(int *a, int *b)
{
    int i = blockIdx.x;
    if (threadIdx.x == 0) {
        a[i] = i;
        __threadfence();
        if (atomicAdd(&arrived, 1) == gridDim.x - 1) turnstile = 1;
        while (turnstile == 0)  // fault: deadlock
            ;
        __threadfence();
        b[i] = a[gridDim.x - 1 - i];
    }
}

int main()
{
#ifdef REPAIRED
    const int blocks = 16;
#else
    const int blocks = 50000;
#endif
    int *a, *b, h;
    cudaMalloc(&a, blocks * sizeof(int));
    cudaMalloc(&b, blocks * sizeof(int));
    twoPhases<<<blocks, 32>>>(a, b);
    cudaMemcpy(&h, b, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%s\n", h == blocks - 1 ? "swapped" : "not swapped");
    cudaFree(a), cudaFree(b);
    return 0;
}
