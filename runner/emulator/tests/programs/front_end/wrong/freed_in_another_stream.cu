// Memory from cudaMallocAsync is given back twice: once in the stream, once at the end.
#include <cstdio>

#define checkCuda(x) { cudaError_t e = x; if (e != cudaSuccess) printf("%s: %s\n", #x, cudaGetErrorString(e)); }

__global__ void square(int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i * i;
}

int main() {
  const int n = 130;
  int *x, h[n];
  cudaStream_t stream;
  checkCuda(cudaStreamCreate(&stream));
  checkCuda(cudaMallocAsync(&x, n * sizeof(int), stream));
  square<<<3, 64, 0, stream>>>(x, n);
  checkCuda(cudaMemcpyAsync(h, x, sizeof h, cudaMemcpyDeviceToHost, stream));
  checkCuda(cudaFreeAsync(x, stream));
  checkCuda(cudaStreamSynchronize(stream));
  printf("%d\n", h[n - 1]);
#ifndef REPAIRED
  checkCuda(cudaFree(x));  // fault: invalid-free
#endif
  checkCuda(cudaStreamDestroy(stream));
}
