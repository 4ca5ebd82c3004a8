// The size of the problem is a global variable of the host, and the kernel reads it.
#include <stdio.h>
#include <stdlib.h>

int n = 777;

#ifdef REPAIRED
__global__ void fill(float *x, int n)
#else
__global__ void fill(float *x)
#endif
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = i / 2.0f;  // refused: identifier "n" is undefined in device code
}

int main(int argc, char **argv)
{
    if (argc > 1) n = atoi(argv[1]);
    float *x, last;
    cudaMalloc(&x, n * sizeof(float));
#ifdef REPAIRED
    fill<<<(n + 63) / 64, 64>>>(x, n);
#else
    fill<<<(n + 63) / 64, 64>>>(x);
#endif
    cudaMemcpy(&last, x + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%g\n", last);
    cudaFree(x);
    return 0;
}
