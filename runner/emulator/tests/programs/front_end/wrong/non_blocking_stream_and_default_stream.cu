// The default stream waits for blocking streams alone: a copy comes before the kernel of another is done.
#include <cstdio>

__global__ void fill(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 7 * i;
}

int main() {
  const int n = 1000;
  int *x, last;
  cudaStream_t stream;
#ifdef REPAIRED
  cudaStreamCreate(&stream);
#else
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
#endif
  cudaMalloc(&x, n * sizeof(int));
  fill<<<4, 256, 0, stream>>>(x, n);
  cudaMemcpy(&last, x + n - 1, sizeof(int), cudaMemcpyDeviceToHost);  // fault: unsynchronised-access
  std::printf("last %d\n", last);
  cudaStreamSynchronize(stream);
  cudaFree(x);
  cudaStreamDestroy(stream);
}
