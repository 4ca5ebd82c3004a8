// A kernel is called without a launch configuration.
#include <stdio.h>

__global__ void setAll(int *x, int value) { x[threadIdx.x] = value; }

int main() {
    int *x, h[10];
    cudaMalloc(&x, sizeof h);
#ifdef REPAIRED
    setAll<<<1, 10>>>(x, 3);
#else
    setAll(x, 3);  // refused: a __global__ function call must be configured
#endif
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[9]);
    cudaFree(x);
}
