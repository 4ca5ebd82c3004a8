// Squares of a vector whose length is no multiple of the block: the number of blocks is rounded down.
#include <stdio.h>

#define N 1000
#define THREADS 256

__global__ void square(const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) y[i] = x[i] * x[i];
}

int main()
{
    float x[N], *d_x, *d_y;
    for (int i = 0; i < N; i++) x[i] = i;
    cudaMalloc(&d_x, sizeof(x));
    cudaMalloc(&d_y, sizeof(x));
    cudaMemcpy(d_x, x, sizeof(x), cudaMemcpyHostToDevice);
#ifdef REPAIRED
    square<<<(N + THREADS - 1) / THREADS, THREADS>>>(d_x, d_y);
#else
    square<<<N / THREADS, THREADS>>>(d_x, d_y);
#endif
    cudaMemcpy(x, d_y, sizeof(x), cudaMemcpyDeviceToHost);  // fault: uninitialised-read
    printf("%g %g\n", x[767], x[N - 1]);
    cudaFree(d_x);
    cudaFree(d_y);
    return 0;
}
