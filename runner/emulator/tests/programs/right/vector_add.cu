/* First CUDA program: c = a + b.   nvcc vector_add.cu -o vector_add */
#include <stdio.h>
#include <stdlib.h>

#define N 100003

__global__ void vecAdd(const int *a, const int *b, int *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main(void)
{
    size_t size = N * sizeof(int);
    int *h_a = (int *)malloc(size);
    int *h_b = (int *)malloc(size);
    int *h_c = (int *)malloc(size);
    int *d_a, *d_b, *d_c;

    for (int i = 0; i < N; i++) {
        h_a[i] = i * 3;
        h_b[i] = N - i;
    }

    cudaMalloc((void **)&d_a, size);
    cudaMalloc((void **)&d_b, size);
    cudaMalloc((void **)&d_c, size);

    cudaMemcpy(d_a, h_a, size, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, h_b, size, cudaMemcpyHostToDevice);

    int threadsPerBlock = 256;
    int blocksPerGrid = (N + threadsPerBlock - 1) / threadsPerBlock;
    printf("launching %d blocks of %d threads\n", blocksPerGrid, threadsPerBlock);
    vecAdd<<<blocksPerGrid, threadsPerBlock>>>(d_a, d_b, d_c, N);
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
        fprintf(stderr, "launch failed: %s\n", cudaGetErrorString(err));
        exit(EXIT_FAILURE);
    }

    cudaMemcpy(h_c, d_c, size, cudaMemcpyDeviceToHost);

    int errors = 0;
    for (int i = 0; i < N; i++)
        if (h_c[i] != h_a[i] + h_b[i])
            errors++;
    printf("c[0] = %d, c[%d] = %d, %d errors\n", h_c[0], N - 1, h_c[N - 1], errors);

    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    free(h_a);
    free(h_b);
    free(h_c);
    return 0;
}
