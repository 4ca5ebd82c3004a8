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

/// `known[block]`: 0, or 2 to the power of 32 plus the sum of everything up to the end of that block.
__global__ void scan(const int* in, int* out, int n, unsigned* begun, unsigned long long* known) {
  __shared__ unsigned block;
  __shared__ int before;
  // In the order in which they begin, so that nobody waits for a block that has not begun.
  if (threadIdx.x == 0) block = atomicAdd(begun, 1u);
  __syncthreads();
  const int i = block * threads + threadIdx.x;
  const int sum = sums_in_block(i < n ? in[i] : 0);
  if (threadIdx.x == threads - 1) {
    unsigned long long last = 0;
    if (block > 0)
      while ((last = atomicAdd(&known[block - 1], 0ull)) == 0) {
      }
    before = static_cast<int>(static_cast<unsigned>(last));
    atomicExch(&known[block], 1ull << 32 | static_cast<unsigned>(before + sum));
  }
  __syncthreads();
  if (i < n) out[i] = before + sum;
}

void prefix_sums(const int* in, int* out, int n) {
  const int blocks = (n + threads - 1) / threads;
  unsigned* begun;
  unsigned long long* known;
  cudaMalloc(&begun, sizeof(unsigned));
  cudaMalloc(&known, blocks * sizeof(unsigned long long));
  cudaMemset(begun, 0, sizeof(unsigned));
  cudaMemset(known, 0, blocks * sizeof(unsigned long long));
  scan<<<blocks, threads>>>(in, out, n, begun, known);
  cudaFree(begun);
  cudaFree(known);
}
