// Two of the three kernels read all that there is.
#include <cuda_runtime.h>

constexpr int threads = 256;

/// The sums of the values of this thread and those before it in the block.
__device__ int sums_in_block(int value) {
  __shared__ int of_warps[threads / 32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int distance = 1; distance < 32; distance *= 2) {
    const int other = __shfl_up_sync(0xffffffff, value, distance);
    if (lane >= distance) value += other;
  }
  if (lane == 31) of_warps[warp] = value;
  __syncthreads();
  for (int before = 0; before < warp; ++before) value += of_warps[before];
  return value;
}

__global__ void sum_blocks(const int* in, int n, int* totals) {
  const int i = blockIdx.x * threads + threadIdx.x;
  const int sum = sums_in_block(i < n ? in[i] : 0);
  if (threadIdx.x == threads - 1) totals[blockIdx.x] = sum;
}

__global__ void sum_totals(int* totals, int count) {
  __shared__ int so_far;
  if (threadIdx.x == 0) so_far = 0;
  for (int first = 0; first < count; first += threads) {
    const int i = first + threadIdx.x;
    const int own = i < count ? totals[i] : 0;
    const int sum = sums_in_block(own);
    if (i < count) totals[i] = so_far + sum - own;
    __syncthreads();
    if (threadIdx.x == threads - 1) so_far += sum;
    __syncthreads();
  }
}

__global__ void add_totals(const int* in, int* out, int n, const int* totals) {
  const int i = blockIdx.x * threads + threadIdx.x;
  const int sum = sums_in_block(i < n ? in[i] : 0);
  if (i < n) out[i] = totals[blockIdx.x] + sum;
}

void prefix_sums(const int* in, int* out, int n) {
  const int blocks = (n + threads - 1) / threads;
  int* totals;
  cudaMalloc(&totals, blocks * sizeof(int));
  sum_blocks<<<blocks, threads>>>(in, n, totals);
  sum_totals<<<1, threads>>>(totals, blocks);
  add_totals<<<blocks, threads>>>(in, out, n, totals);
  cudaFree(totals);
}
