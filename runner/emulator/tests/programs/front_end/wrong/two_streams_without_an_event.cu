// A stream reads what another one writes, and does not wait for it.
#include <cstdio>

__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 3;
}

__global__ void twice(const int* x, int* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];  // fault: unsynchronised-access
}

int main() {
  const int n = 1000;
  int *x, *y, last;
  cudaStream_t one, other;
  cudaEvent_t filled;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  cudaEventCreate(&filled);
  cudaMalloc(&x, n * sizeof(int));
  cudaMalloc(&y, n * sizeof(int));
  fill<<<4, 256, 0, one>>>(x, n);
  cudaEventRecord(filled, one);
#ifdef REPAIRED
  cudaStreamWaitEvent(other, filled, 0);
#endif
  twice<<<4, 256, 0, other>>>(x, y, n);
  cudaMemcpy(&last, y + n - 1, sizeof(int), cudaMemcpyDeviceToHost);
  std::printf("last %d\n", last);
  cudaFree(x);
  cudaFree(y);
  cudaEventDestroy(filled);
  cudaStreamDestroy(one);
  cudaStreamDestroy(other);
}
