// The host reads pinned memory that an asynchronous copy is still to fill.
#include <cstdio>

__global__ void count(int* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = i + 1;
}

int main() {
  const int n = 1000;
  int *device, *pinned;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMalloc(&device, n * sizeof(int));
  cudaMallocHost(&pinned, n * sizeof(int));
  count<<<4, 256, 0, stream>>>(device, n);
  cudaMemcpyAsync(pinned, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
#ifdef REPAIRED
  cudaStreamSynchronize(stream);
#endif
  std::printf("last %d\n", pinned[n - 1]);  // fault: unsynchronised-access
  cudaFree(device);
  cudaFreeHost(pinned);
  cudaStreamDestroy(stream);
}
