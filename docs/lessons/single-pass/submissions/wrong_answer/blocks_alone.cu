// The sums of each block begin with 0.
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

__global__ void scan(const int* in, int* out, int n) {
  const int i = blockIdx.x * threads + threadIdx.x;
  const int sum = sums_in_block(i < n ? in[i] : 0);
  if (i < n) out[i] = sum;
}

void prefix_sums(const int* in, int* out, int n) {
  scan<<<(n + threads - 1) / threads, threads>>>(in, out, n);
}
