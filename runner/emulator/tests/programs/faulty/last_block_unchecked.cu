// Scales a vector; its length is no multiple of the block.
#include <stdio.h>
#include <stdlib.h>

__global__ void scale(float *x, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef REPAIRED
  if (i < n)
#endif
    x[i] = factor * x[i];  // fault: out-of-bounds
}

int main() {
  const int n = 1000;
  float *x, *h = (float *)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc(&x, n * sizeof(float));
  cudaMemcpy(x, h, n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<(n + 255) / 256, 256>>>(x, 2.0f, n);
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) printf("%s\n", cudaGetErrorString(error));
  cudaMemcpy(h, x, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g\n", h[n - 1]);
  cudaFree(x);
  free(h);
  return 0;
}
