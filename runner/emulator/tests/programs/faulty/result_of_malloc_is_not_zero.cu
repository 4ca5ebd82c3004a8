// A matrix times a vector, added onto a result that was allocated but never set.
#include <stdio.h>
#include <stdlib.h>

#define N 96

__global__ void multiply_add(const double *a, const double *x, double *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < N; k++)
        y[row] += a[row * N + k] * x[k]; // fault: uninitialised-read
}

int main()
{
    double *a, *x, *y, *h = (double *)calloc(N * N, sizeof(double));
    cudaMalloc((void **)&a, N * N * sizeof(double));
    cudaMalloc((void **)&x, N * sizeof(double));
    cudaMalloc((void **)&y, N * sizeof(double));
    for (int i = 0; i < N * N; i++) h[i] = i % 3;
    cudaMemcpy(a, h, N * N * sizeof(double), cudaMemcpyHostToDevice);
    cudaMemcpy(x, h, N * sizeof(double), cudaMemcpyHostToDevice);
#ifdef REPAIRED
    cudaMemset(y, 0, N * sizeof(double));
#endif
    multiply_add<<<3, 32>>>(a, x, y);
    cudaMemcpy(h, y, N * sizeof(double), cudaMemcpyDeviceToHost);
    printf("%g\n", h[0]);
    cudaFree(a);
    cudaFree(x);
    cudaFree(y);
    free(h);
    return 0;
}
