// One of three arrays is never allocated; its pointer still has the null that it was born with.
#include <stdio.h>
#include <stdlib.h>

static int *a, *b, *c;

__global__ void add(const int *a, const int *b, int *c, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) {
        int left = a[i];
        int right = b[i];  // fault: host-memory-on-device
        c[i] = left + right;
    }
}

static int allocate(size_t bytes)
{
    if (cudaMalloc(&a, bytes) != cudaSuccess) return 0;
#ifdef REPAIRED
    if (cudaMalloc(&b, bytes) != cudaSuccess) return 0;
#endif
    return cudaMalloc(&c, bytes) == cudaSuccess;
}

int main()
{
    int n = 50, h[50];
    if (!allocate(sizeof h)) return 1;
    for (int i = 0; i < n; i++) h[i] = i;
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    if (b) cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
    add<<<2, 32>>>(a, b, c, n);
    if (cudaMemcpy(h, c, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(cudaGetLastError()));
        exit(EXIT_FAILURE);
    }
    printf("%d %d\n", h[1], h[49]);
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return 0;
}
