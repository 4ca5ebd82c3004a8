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

/// What blocks hand on, a word for each: 0 as long as it is nothing, then the sum of the block itself, at last that of
/// everything up to its end. The upper half says which.
constexpr unsigned long long own = 1ull << 32, whole = 2ull << 32;

__device__ unsigned long long word_of(unsigned long long kind, int sum) {
  return kind | static_cast<unsigned>(sum);
}

/// The sum of everything before the block, for the first warp: each lane looks at a block of its own, lane 0 at the nearest.
__device__ int sum_before(int block, unsigned long long* known) {
  const int lane = threadIdx.x;
  int before = 0;
  for (int nearest = block - 1;; nearest -= 32) {
    const int looked_at = nearest - lane;
    unsigned long long word = whole;  // before the first block there is nothing
    if (looked_at >= 0)
      while ((word = atomicAdd(&known[looked_at], 0ull)) == 0) {
      }
    const unsigned wholes = __ballot_sync(0xffffffff, word >= whole);
    const int last = wholes ? __ffs(wholes) - 1 : 31;  // what lies before that is in it
    int sum = lane <= last ? static_cast<int>(static_cast<unsigned>(word)) : 0;
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffff, sum, distance);
    before += sum;
    if (wholes) return before;
  }
}

__global__ void scan(const int* in, int* out, int n, unsigned* begun, unsigned long long* known) {
  __shared__ int block, before, sum_of_block;
  // In the order in which they begin, so that nobody waits for a block that has not begun.
  if (threadIdx.x == 0) block = static_cast<int>(atomicAdd(begun, 1u));
  __syncthreads();
  const int i = block * threads + threadIdx.x;
  const int sum = sums_in_block(i < n ? in[i] : 0);
  if (threadIdx.x == threads - 1) {
    sum_of_block = sum;
    atomicExch(&known[block], word_of(own, sum));
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    const int found = sum_before(block, known);
    if (threadIdx.x == 0) {
      before = found;
      atomicExch(&known[block], word_of(whole, found + sum_of_block));
    }
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
