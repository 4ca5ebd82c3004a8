// Least significant digit radix sort, 4 bits a pass: count, scan, scatter.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

constexpr int kBits = 4, kDigits = 1 << kBits, kThreads = 128;

__global__ void countDigits(const uint32_t* keys, int n, int shift, int* counts) {
  __shared__ int count[kDigits];
  if (threadIdx.x < kDigits) count[threadIdx.x] = 0;
  __syncthreads();
  const int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n) atomicAdd(&count[(keys[i] >> shift) & (kDigits - 1)], 1);
  __syncthreads();
  // digit after digit, so that one scan gives every block its place
  if (threadIdx.x < kDigits) counts[threadIdx.x * gridDim.x + blockIdx.x] = count[threadIdx.x];
}

__global__ void exclusiveScan(int* values, int n) {  // one block
  __shared__ int sums[kThreads];
  const int each = (n + kThreads - 1) / kThreads;
  const int begin = min(n, int(threadIdx.x) * each), end = min(n, begin + each);
  int sum = 0;
  for (int i = begin; i < end; ++i) sum += values[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    int running = 0;
    for (int t = 0; t < kThreads; ++t) {
      const int mine = sums[t];
      sums[t] = running;
      running += mine;
    }
  }
  __syncthreads();
  int running = sums[threadIdx.x];
  for (int i = begin; i < end; ++i) {
    const int mine = values[i];
    values[i] = running;
    running += mine;
  }
}

__global__ void scatter(const uint32_t* keys, uint32_t* sorted, int n, int shift, const int* places) {
  __shared__ int digits[kThreads];
  const int i = blockIdx.x * kThreads + threadIdx.x;
  digits[threadIdx.x] = i < n ? (keys[i] >> shift) & (kDigits - 1) : -1;
  __syncthreads();
  if (i >= n) return;
  int rank = 0;  // equal digits before mine: the sort has to be stable
  for (int t = 0; t < threadIdx.x; ++t) rank += digits[t] == digits[threadIdx.x];
  sorted[places[digits[threadIdx.x] * gridDim.x + blockIdx.x] + rank] = keys[i];
}

int main() {
  for (int n : {1, 100, 5000, 20001}) {
    std::mt19937 random(n);
    std::vector<uint32_t> keys(n), sorted(n);
    for (auto& key : keys) key = random();
    const int blocks = (n + kThreads - 1) / kThreads;
    uint32_t *from, *to;
    int* counts;
    cudaMalloc(&from, n * sizeof(uint32_t));
    cudaMalloc(&to, n * sizeof(uint32_t));
    cudaMalloc(&counts, kDigits * blocks * sizeof(int));
    cudaMemcpy(from, keys.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice);
    for (int shift = 0; shift < 32; shift += kBits) {
      countDigits<<<blocks, kThreads>>>(from, n, shift, counts);
      exclusiveScan<<<1, kThreads>>>(counts, kDigits * blocks);
      scatter<<<blocks, kThreads>>>(from, to, n, shift, counts);
      std::swap(from, to);
    }
    cudaMemcpy(sorted.data(), from, n * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    std::sort(keys.begin(), keys.end());
    printf("%5d keys: %s, smallest %u, largest %u\n", n, keys == sorted ? "sorted" : "WRONG", sorted[0], sorted[n - 1]);
    cudaFree(from);
    cudaFree(to);
    cudaFree(counts);
  }
}
