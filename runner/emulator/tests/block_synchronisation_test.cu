#include CATCH2_HEADER
#include <cuda_runtime.h>

#include <numeric>

#include "device_array.hpp"
#include "launch.hpp"

namespace {

constexpr int tile = 16;

__global__ void matmul(const float* a, const float* b, float* c, int n) {
  __shared__ float tile_a[tile][tile], tile_b[tile][tile];
  const int row = static_cast<int>(blockIdx.y) * tile + static_cast<int>(threadIdx.y);
  const int column = static_cast<int>(blockIdx.x) * tile + static_cast<int>(threadIdx.x);
  const unsigned x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += tile) {
    const int from_a = k + static_cast<int>(x), from_b = k + static_cast<int>(y);
    tile_a[y][x] = row < n && from_a < n ? a[row * n + from_a] : 0;
    tile_b[y][x] = column < n && from_b < n ? b[from_b * n + column] : 0;
    __syncthreads();
    for (int i = 0; i < tile; ++i) sum += tile_a[y][i] * tile_b[i][x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

/// The tree in shared memory that every course shows.
__global__ void reduce(const int* in, long long* out, int n) {
  auto* sums = reinterpret_cast<long long*>(dynamic_shared_memory());
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  sums[t] = i < static_cast<unsigned>(n) ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) sums[t] += sums[t + s];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}

__global__ void vote(int* counts, int* all, int* any, int limit) {
  const int t = static_cast<int>(threadIdx.x);
  counts[t] = __syncthreads_count(t < limit);
  all[t] = __syncthreads_and(t < limit);
  any[t] = __syncthreads_or(t < limit);
}

__global__ void half_leaves_early(int* seen) {
  if (threadIdx.x >= 40) return;
  __shared__ int written[40];
  written[threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncthreads();
  seen[threadIdx.x] = written[39 - threadIdx.x];
}

}  // namespace

TEST_CASE("a tiled matrix product is exact on small integers") {
  const int n = GENERATE(1, 16, 45, 64);
  std::vector<float> a(static_cast<std::size_t>(n * n)), b(a.size()), expected(a.size(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<float>(i * 7 % 11);
    b[i] = static_cast<float>(i * 5 % 13) - 6;
  }
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < n; ++k) {
      for (int j = 0; j < n; ++j) {
        expected[static_cast<std::size_t>(i * n + j)] +=
            a[static_cast<std::size_t>(i * n + k)] * b[static_cast<std::size_t>(k * n + j)];
      }
    }
  }
  DeviceArray<float> on_a(a), on_b(b), c(std::vector<float>(a.size(), -1));
  const int tiles = (n + tile - 1) / tile;
  matmul<<<dim3(static_cast<unsigned>(tiles), static_cast<unsigned>(tiles)), dim3(tile, tile)>>>(
      on_a.data(), on_b.data(), c.data(), n);
  CHECK(c.values() == expected);
}

TEST_CASE("a tree in dynamic shared memory sums every block") {
  const int n = 10007;
  const unsigned threads = GENERATE(32u, 128u, 1024u);
  std::vector<int> values(n);
  std::iota(values.begin(), values.end(), -100);
  const unsigned blocks = (n + threads - 1) / threads;
  DeviceArray<int> in(values);
  DeviceArray<long long> out(std::vector<long long>(blocks, -1));
  reduce<<<blocks, threads, threads * sizeof(long long)>>>(in.data(), out.data(), n);
  const auto sums = out.values();
  CHECK(std::accumulate(sums.begin(), sums.end(), 0LL) == std::accumulate(values.begin(), values.end(), 0LL));
}

TEST_CASE("barriers vote") {
  const int limit = GENERATE(0, 33, 70);
  DeviceArray<int> counts(std::vector<int>(70)), all(std::vector<int>(70)), any(std::vector<int>(70));
  vote<<<1, 70>>>(counts.data(), all.data(), any.data(), limit);
  CHECK(counts.values() == std::vector<int>(70, limit));
  CHECK(all.values() == std::vector<int>(70, limit == 70));
  CHECK(any.values() == std::vector<int>(70, limit > 0));
}

TEST_CASE("threads that have ended are not waited for") {
  std::vector<int> expected(40);
  std::iota(expected.rbegin(), expected.rend(), 0);
  DeviceArray<int> seen(std::vector<int>(40, -1));
  half_leaves_early<<<3, 100>>>(seen.data());
  CHECK(seen.values() == expected);
}
