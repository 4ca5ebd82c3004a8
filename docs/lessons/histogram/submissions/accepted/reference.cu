#include <cuda_runtime.h>

constexpr int bin_count = 64;

__global__ void count_in_blocks(const int* values, int n, int* bins) {
  __shared__ int own[bin_count];
  if (threadIdx.x < bin_count) own[threadIdx.x] = 0;
  __syncthreads();
  const int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) atomicAdd(&own[values[i]], 1);
  __syncthreads();
  if (threadIdx.x < bin_count) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

void histogram(const int* values, int n, int* bins) {
  const int threads = 256, each = 16;  // elements of a thread
  count_in_blocks<<<(n + threads * each - 1) / (threads * each), threads>>>(values, n, bins);
}
