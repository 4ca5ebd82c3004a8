#include <cstdint>

#include "kernels/bench/gpu_timing.hpp"
#include "kernels/gpu/grid.hpp"

namespace kernels_bench {
namespace {

constexpr int block_threads = 256;
constexpr unsigned most_blocks = 4096;

/// The finalizer of SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
__device__ std::uint64_t hash(std::uint64_t value) {
  value += 0x9E37'79B9'7F4A'7C15u;
  value = (value ^ (value >> 30)) * 0xBF58'476D'1CE4'E5B9u;
  value = (value ^ (value >> 27)) * 0x94D0'49BB'1331'11EBu;
  return value ^ (value >> 31);
}

__device__ void set(std::int32_t& place, std::uint64_t bits) {
  place = static_cast<std::int32_t>(bits);
}
__device__ void set(std::int64_t& place, std::uint64_t bits) {
  place = static_cast<std::int64_t>(bits);
}
__device__ void set(float& place, std::uint64_t bits) {
  place = __uint_as_float(0x3F80'0000u | static_cast<unsigned>(bits >> 41));
}
__device__ void set(double& place, std::uint64_t bits) {
  place = __longlong_as_double(static_cast<long long>(0x3FF0'0000'0000'0000u | (bits >> 12)));
}

template <class T>
__global__ void fill(T* data, std::size_t size, std::uint64_t seed) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < size; i += step) {
    set(data[i], hash(i + (seed << 40)));
  }
}

template <class T>
void launch(T* data, std::size_t size, unsigned seed, cudaStream_t stream) {
  if (size == 0) return;
  fill<<<kernels::grid_for(size, block_threads, most_blocks), block_threads, 0, stream>>>(data, size, seed);
  kernels::check_launch("fill_random");
}

}  // namespace

void fill_random(std::int32_t* data, std::size_t size, unsigned seed, cudaStream_t stream) {
  launch(data, size, seed, stream);
}
void fill_random(std::int64_t* data, std::size_t size, unsigned seed, cudaStream_t stream) {
  launch(data, size, seed, stream);
}
void fill_random(float* data, std::size_t size, unsigned seed, cudaStream_t stream) {
  launch(data, size, seed, stream);
}
void fill_random(double* data, std::size_t size, unsigned seed, cudaStream_t stream) {
  launch(data, size, seed, stream);
}

}  // namespace kernels_bench
