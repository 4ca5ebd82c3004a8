// Two steps with a buffer between them, which is given back before the second step.
#include <cstdio>
#include <cstdlib>

#define CHECK(x) { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } }

__global__ void first(int *buffer) { buffer[threadIdx.x] = threadIdx.x * threadIdx.x; }
__global__ void second(const int *buffer, int *out) { out[threadIdx.x] = buffer[threadIdx.x] + 1; }  // fault: use-after-free

int main() {
  int *buffer, *out, h[100];
  CHECK(cudaMalloc(&buffer, sizeof h));
  CHECK(cudaMalloc(&out, sizeof h));
  first<<<1, 100>>>(buffer);
  CHECK(cudaGetLastError());
#ifndef REPAIRED
  CHECK(cudaFree(buffer));
#endif
  second<<<1, 100>>>(buffer, out);
  CHECK(cudaGetLastError());
#ifdef REPAIRED
  CHECK(cudaFree(buffer));
#endif
  CHECK(cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost));
  printf("%d\n", h[1]);
  CHECK(cudaFree(out));
}
