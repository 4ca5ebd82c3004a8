// Chunks are copied by a pointer that is moved on, and then freed.
#include <stdio.h>
#define CHUNK 64

__global__ void negate(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= -1; }

int main(void) {
  int h[CHUNK * 4], *all, *d;
  cudaError_t error;
  cudaMalloc((void **)&all, sizeof(h));
  d = all;
  for (int chunk = 0; chunk < 4; chunk++, d += CHUNK) {
    for (int i = 0; i < CHUNK; i++) h[chunk * CHUNK + i] = chunk + i;
    cudaMemcpy(d, h + chunk * CHUNK, CHUNK * sizeof(int), cudaMemcpyHostToDevice);
  }
  negate<<<4, CHUNK>>>(all);
  cudaMemcpy(h, all, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[CHUNK]);
#ifdef REPAIRED
  error = cudaFree(all);
#else
  error = cudaFree(d - CHUNK);  // fault: invalid-free
  if (error != cudaSuccess) printf("cannot free: %s\n", cudaGetErrorString(error));
  error = cudaFree(all);
#endif
  return error != cudaSuccess;
}
