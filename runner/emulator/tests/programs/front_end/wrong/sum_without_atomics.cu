// All threads add to one number in global memory; many of the additions are lost.
#include <stdio.h>

__global__ void sum(const int *a, int n, int *result)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
#ifdef REPAIRED
        atomicAdd(result, a[i]);
#else
        *result += a[i];  // fault: global-memory-race
#endif
}

int main()
{
    const int n = 1000;
    int h[n], *a, *result, r = 0;
    for (int i = 0; i < n; i++) h[i] = i % 10;
    cudaMalloc(&a, sizeof(h));
    cudaMalloc(&result, sizeof(int));
    cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemset(result, 0, sizeof(int));
    sum<<<(n + 127) / 128, 128>>>(a, n, result);
    cudaMemcpy(&r, result, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", r);
    cudaFree(a);
    cudaFree(result);
    return 0;
}
