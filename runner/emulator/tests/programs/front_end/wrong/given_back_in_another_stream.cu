// Memory is given back in a stream while a kernel of another one may still use it.
#include <cstdio>

__global__ void fill(int* x, int* last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i;
  if (i == n - 1) *last = x[i];
}

int main() {
  const int n = 700;
  int *x, *last, result;
  cudaStream_t one, other;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  cudaMalloc(&last, sizeof(int));
  cudaMallocAsync(&x, n * sizeof(int), one);
  fill<<<3, 256, 0, one>>>(x, last, n);
#ifdef REPAIRED
  cudaFreeAsync(x, one);
#else
  cudaFreeAsync(x, other);  // fault: unsynchronised-access
#endif
  cudaMemcpy(&result, last, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("last %d\n", result);
  cudaFree(last);
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
}
