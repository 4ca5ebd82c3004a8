// Two kernels name their dynamic shared memory alike, but with two types.
#include <stdio.h>

__global__ void reverseInts(int *x)
{
    extern __shared__ int buffer[];
    buffer[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x];
}

__global__ void reverseDoubles(double *x)
{
#ifdef REPAIRED
    extern __shared__ double doubles[];
#else
    extern __shared__ double buffer[];  // refused: declaration is incompatible with previous "buffer"
    double *doubles = buffer;
#endif
    doubles[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = doubles[blockDim.x - 1 - threadIdx.x];
}

int main()
{
    int i[5] = {1, 2, 3, 4, 5}, *di;
    double d[5] = {.5, 1.5, 2.5, 3.5, 4.5}, *dd;
    cudaMalloc(&di, sizeof i);
    cudaMalloc(&dd, sizeof d);
    cudaMemcpy(di, i, sizeof i, cudaMemcpyHostToDevice);
    cudaMemcpy(dd, d, sizeof d, cudaMemcpyHostToDevice);
    reverseInts<<<1, 5, sizeof i>>>(di);
    reverseDoubles<<<1, 5, sizeof d>>>(dd);
    cudaMemcpy(i, di, sizeof i, cudaMemcpyDeviceToHost);
    cudaMemcpy(d, dd, sizeof d, cudaMemcpyDeviceToHost);
    printf("%d %g\n", i[0], d[0]);
    cudaFree(di), cudaFree(dd);
}
