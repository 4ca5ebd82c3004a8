// A helper function without __device__ is called in a kernel.
#include <stdio.h>

#ifdef REPAIRED
__device__
#endif
int isPrime(int n)
{
    if (n < 2) return 0;
    for (int d = 2; d * d <= n; d++)
        if (n % d == 0) return 0;
    return 1;
}

__global__ void mark(char *prime, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) prime[i] = isPrime(i);  // refused: calling a __host__ function("isPrime(int)") from a __global__ function
}

int main()
{
    char *d, h[100];
    cudaMalloc((void **)&d, sizeof h);
    mark<<<4, 32>>>(d, 100);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 100; i++)
        if (h[i]) printf("%d ", i);
    printf("\n");
    cudaFree(d);
    return 0;
}
