// Destination and source of a copy are exchanged, and the direction with them: the input never arrives.
#include <stdio.h>

#define N 64
#define CUDA_CALL(x) do { if ((x) != cudaSuccess) printf("Error at %s\n", #x); } while (0)

__global__ void negate(int *x) { x[threadIdx.x] = -x[threadIdx.x]; }  // fault: uninitialised-read

int main(void) {
    int h[N], *d;
    for (int i = 0; i < N; i++) h[i] = i;
    CUDA_CALL(cudaMalloc(&d, sizeof h));
#ifdef REPAIRED
    CUDA_CALL(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice));
#else
    CUDA_CALL(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));  // fault: uninitialised-read
#endif
    negate<<<1, N>>>(d);
    CUDA_CALL(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    printf("%d %d\n", h[1], h[N - 1]);
    CUDA_CALL(cudaFree(d));
    return 0;
}
