// A launch that forgets the last argument, and gives a pointer where a number belongs.
#include <stdio.h>

__global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

int main() {
    float h[40], *x, *y;
    for (int i = 0; i < 40; i++) h[i] = i;
    cudaMalloc(&x, sizeof h);
    cudaMalloc(&y, sizeof h);
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpy(y, h, sizeof h, cudaMemcpyHostToDevice);
#ifdef REPAIRED
    saxpy<<<2, 32>>>(40, 2.0f, x, y);
#else
    saxpy<<<2, 32>>>(40, 2.0f, x);  // refused: too few arguments in function call
    saxpy<<<2, 32>>>(40, x, x, y);  // refused: argument of type "float *" is incompatible with parameter of type "float"
#endif
    cudaMemcpy(h, y, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[39]);
    cudaFree(x);
    cudaFree(y);
}
