#include CATCH2_HEADER
#include <cuda_runtime.h>

#include <numeric>

#include "device_array.hpp"

namespace {

/// The last warp of an old reduction: no barrier, as its lanes go in step.
__device__ void sum_of_warp(volatile int* sums, unsigned t) {
  sums[t] = sums[t] + sums[t + 32];
  sums[t] = sums[t] + sums[t + 16];
  sums[t] = sums[t] + sums[t + 8];
  sums[t] = sums[t] + sums[t + 4];
  sums[t] = sums[t] + sums[t + 2];
  sums[t] = sums[t] + sums[t + 1];
}

__global__ void reduce_in_step(const int* in, int* sums) {
  __shared__ int s[64];
  s[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) sum_of_warp(s, threadIdx.x);
  if (threadIdx.x == 0) sums[blockIdx.x] = s[0];
}

__global__ void wait_for_a_later_thread(volatile int* flag, int* seen, unsigned writer) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    *seen = *flag;
  }
  if (threadIdx.x == writer) *flag = 7;
}

__global__ void count_under_a_lock(int* lock, int* count) {
  for (bool done = false; !done;) {
    if (atomicCAS(lock, 0, 1) == 0) {
      *count += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

}  // namespace

TEST_CASE("lanes that share volatile memory go in step") {
  const unsigned blocks = 500;
  std::vector<int> values(blocks * 64), expected(blocks);
  std::iota(values.begin(), values.end(), 0);
  for (unsigned b = 0; b < blocks; ++b) {
    expected[b] = std::accumulate(values.begin() + b * 64, values.begin() + (b + 1) * 64, 0);
  }
  DeviceArray<int> in(values), sums(std::vector<int>(blocks, -1));
  reduce_in_step<<<blocks, 64>>>(in.data(), sums.data());
  CHECK(sums.values() == expected);
}

TEST_CASE("a thread may wait for a later one of its block") {
  const unsigned writer = GENERATE(1u, 31u, 32u, 1023u);
  DeviceArray<int> flag(std::vector<int>(1, 0)), seen(std::vector<int>(1, 0));
  wait_for_a_later_thread<<<1, 1024>>>(flag.data(), seen.data(), writer);
  CHECK(seen.values() == std::vector<int>{7});
}

TEST_CASE("a lock serves threads of one block and of several") {
  DeviceArray<int> lock(std::vector<int>(1, 0)), count(std::vector<int>(1, 0));
  count_under_a_lock<<<20, 100>>>(lock.data(), count.data());
  CHECK(count.values() == std::vector<int>{2000});
}
