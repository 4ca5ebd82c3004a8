// A polynomial lies on the device, but its coefficients stay with the host.
#include <stdio.h>
#include <stdlib.h>

struct Polynomial {
  int degree;
  int *coefficients;
};

__global__ void evaluate(const Polynomial *p, int *values) {
  int x = threadIdx.x, y = 0;
  for (int k = p->degree; k >= 0; k--) y = y * x + p->coefficients[k];  // fault: host-memory-on-device
  values[x] = y;
}

int main() {
  struct Polynomial p = {3, (int *)malloc(4 * sizeof(int))}, *d_p;
  int values[10], *d_values;
  for (int k = 0; k < 4; k++) p.coefficients[k] = k + 1;
  cudaMalloc((void **)&d_p, sizeof(p));
  cudaMalloc((void **)&d_values, sizeof(values));
#ifdef REPAIRED
  int *d_coefficients;
  cudaMalloc((void **)&d_coefficients, 4 * sizeof(int));
  cudaMemcpy(d_coefficients, p.coefficients, 4 * sizeof(int), cudaMemcpyHostToDevice);
  free(p.coefficients);
  p.coefficients = d_coefficients;
#endif
  cudaMemcpy(d_p, &p, sizeof(p), cudaMemcpyHostToDevice);
  evaluate<<<1, 10>>>(d_p, d_values);
  cudaError_t error = cudaMemcpy(values, d_values, sizeof(values), cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    fprintf(stderr, "evaluate: %s\n", cudaGetErrorString(error));
    return EXIT_FAILURE;
  }
  printf("%d %d\n", values[1], values[9]);
#ifdef REPAIRED
  cudaFree(p.coefficients);
#endif
  cudaFree(d_p);
  cudaFree(d_values);
  return EXIT_SUCCESS;
}
