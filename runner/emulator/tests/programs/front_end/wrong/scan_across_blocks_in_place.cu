// A Hillis-Steele scan of a whole array in global memory: __syncthreads does not hold the other blocks.
#include <stdio.h>
#include <stdlib.h>

#ifdef REPAIRED
__global__ void step(const int *from, int *to, int n, int d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = i >= d ? from[i] + from[i - d] : from[i];
}
#else
__global__ void scan(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int d = 1; d < n; d *= 2) {
        int left = i >= d && i < n ? x[i - d] : 0;  // fault: global-memory-race
        __syncthreads();
        if (i < n) x[i] += left;
        __syncthreads();
    }
}
#endif

int main(void)
{
    int n = 900, *h = (int *)malloc(n * sizeof(int)), *a, *b;
    for (int i = 0; i < n; i++) h[i] = 1 + i % 2;
    cudaMalloc((void **)&a, n * sizeof(int));
    cudaMalloc((void **)&b, n * sizeof(int));
    cudaMemcpy(a, h, n * sizeof(int), cudaMemcpyHostToDevice);
#ifdef REPAIRED
    for (int d = 1; d < n; d *= 2) {
        step<<<8, 128>>>(a, b, n, d);
        int *t = a; a = b; b = t;
    }
#else
    scan<<<8, 128>>>(a, n);
#endif
    cudaMemcpy(h, a, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[450], h[n - 1]);
    cudaFree(a);
    cudaFree(b);
    free(h);
    return 0;
}
