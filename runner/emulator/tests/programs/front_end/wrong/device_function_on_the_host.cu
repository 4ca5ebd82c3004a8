// The host checks the result with the function that it wrote for the device.
#include <stdio.h>

#ifdef REPAIRED
__host__ __device__ int f(int x) { return x * x - 3 * x + 1; }
#else
__device__ int f(int x) { return x * x - 3 * x + 1; }
#endif

__global__ void apply(int *x, int n) {
    int i = threadIdx.x;
    if (i < n) x[i] = f(x[i]);
}

int main() {
    int h[20], *d, wrong = 0;
    for (int i = 0; i < 20; i++) h[i] = i - 10;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    apply<<<1, 32>>>(d, 20);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 20; i++) wrong += h[i] != f(i - 10);  // refused: calling a __device__ function("f(int)") from a __host__ function
    printf("%d wrong\n", wrong);
    cudaFree(d);
    return 0;
}
