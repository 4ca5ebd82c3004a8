// A program from the time of CUDA 2: old names for flags and synchronisation, old suffixes, rounding by hand.
#include <stdio.h>
#include <stdlib.h>
#include <cuda.h>

#if CUDART_VERSION >= 13000
#define cudaThreadSynchronize cudaDeviceSynchronize
#define cudaThreadExit cudaDeviceReset
#endif

#define CUT_SAFE_MALLOC(pointer) if ((pointer) == NULL) { printf("no memory\n"); exit(1); }
#define iDivUp(a, b) (((a) % (b) != 0) ? ((a) / (b) + 1) : ((a) / (b)))
#define IMUL(a, b) __mul24(a, b)

void checkCUDAError(const char *msg)
{
    cudaError_t err = cudaGetLastError();
    if( cudaSuccess != err) {
        fprintf(stderr, "Cuda error: %s: %s.\n", msg, cudaGetErrorString( err) );
        exit(EXIT_FAILURE);
    }
}

__constant__ float coefficients[4];

__global__ void polynomial(float *g_x, int n)
{
    const int tid = IMUL(blockDim.x, blockIdx.x) + threadIdx.x;
    const int total = IMUL(blockDim.x, gridDim.x);
    for (int pos = tid; pos < n; pos += total) {
        float x = g_x[pos], y = 0.f;
        for (int k = 3; k >= 0; k--) y = y * x + coefficients[k];
        g_x[pos] = y;
    }
}

int main(int argc, char** argv)
{
    cudaSetDeviceFlags(cudaDeviceBlockingSync);
    float c[4] = {1.f, -2.f, 0.5f, 0.25f}, *h, *d;
    int n = 100;
    CUT_SAFE_MALLOC(h = (float *)malloc(n * sizeof(float)));
    for (int i = 0; i < n; i++) h[i] = (float)(i % 9);
    cudaMalloc((void **)&d, n * sizeof(float));
    cudaMemcpyToSymbol(coefficients, c, sizeof(c), 0, cudaMemcpyHostToDevice);
    cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
    cudaFuncSetCacheConfig(polynomial, cudaFuncCachePreferL1);
    polynomial<<<iDivUp(n, 64), 64>>>(d, n);
    checkCUDAError("polynomial");
    cudaThreadSynchronize();
    cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
    printf("%.2f %.2f %.2f %.2f\n", h[0], h[1], h[8], h[99]);
    cudaFree(d);
    free(h);
    cudaThreadExit();
    return EXIT_SUCCESS;
}
