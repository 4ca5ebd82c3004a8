// A launch and a copy for each 4 KiB.
#include <cuda_runtime.h>

__global__ void add_squares(const int* values, size_t n, unsigned long long* total) {
  unsigned long long sum = 0;
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned long long value = values[i];
    sum += value * value;
  }
  atomicAdd(total, sum);
}

unsigned long long sum_of_squares(const int* values, size_t n) {
  unsigned long long* total;
  cudaMalloc(&total, sizeof *total);
  cudaMemset(total, 0, sizeof *total);
  const size_t most = 1024;
  int* piece;
  cudaMalloc(&piece, most * sizeof *piece);
  for (size_t first = 0; first < n; first += most) {
    const size_t count = n - first < most ? n - first : most;
    cudaMemcpy(piece, values + first, count * sizeof *piece, cudaMemcpyHostToDevice);
    add_squares<<<16, 256>>>(piece, count, total);
  }
  unsigned long long sum;
  cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost);
  cudaFree(piece);
  cudaFree(total);
  return sum;
}
