// Coefficients for constant memory are copied by the variable's name, as if it were a device pointer.
#include <cstdio>

__constant__ int coefficients[4];

__global__ void evaluate(int *out) {
  int x = threadIdx.x, y = 0;
  for (int k = 3; k >= 0; k--) y = y * x + coefficients[k];
  out[x] = y;
}

int main() {
  const int c[4] = {1, 0, 2, 1};
  int *d, h[8];
#ifdef REPAIRED
  cudaError_t error = cudaMemcpyToSymbol(coefficients, c, sizeof c);
#else
  cudaError_t error = cudaMemcpy(coefficients, c, sizeof c, cudaMemcpyHostToDevice);  // fault: host-memory-on-device
#endif
  if (error != cudaSuccess) {
    printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  cudaMalloc(&d, sizeof h);
  evaluate<<<1, 8>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d\n", h[1], h[7]);
  cudaFree(d);
}
