// The inverse linear map, by tables in shared memory; four boards a thread and step.
//
// The method of lights_out_cpu_linear_map.cpp: the presses are the sum, over GF(2), of those that each light
// needs alone, and for a group of lights that sum is one word of a table. The CPU has three groups of ten
// lights, the GPU six of five: a table of 32 words has a word in each of the 32 banks of shared memory, so the
// threads of a warp never wait for each other, whatever they look up. (At random places of tables of 1024
// words, three or four of them meet in one bank: three look-ups take 11 clocks instead of six.) A block fills
// its tables from the 30 columns of the inverse and then strides over the boards.
//
// Work a board: six look-ups and some 15 operations; a multiprocessor does 32 boards in six clocks or a few
// more, 1e12 a second on an H200. Traffic: 4 bytes read and 4 written, for 5.3e11 boards a second: memory
// sets the time. Measured: 4.3e11 for 2^24 boards and 4.8e11 for 2^28, 96% and 91% of what a copy does there.
// (For 2^20 boards, which stay in the cache, 1.6e11 where tables of 1024 words do 1.0e11. Adding the 30
// columns without tables would take 60 operations, 2.4e11 a second; population counts of the 30 rows, at a
// quarter of the rate of other operations, half of that.)

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/lights_out/inverse_matrix.hpp"
#include "kernels/lights_out/lights_out.hpp"

namespace kernels {
namespace {

constexpr int block_threads = 512;
constexpr unsigned group_bits = 5;
constexpr unsigned groups = lights_out_lights / group_bits;
constexpr unsigned group_size = 1U << group_bits;
static_assert(groups * group_bits == lights_out_lights);

__constant__ constexpr LightsOutMatrix presses_of_light = lights_out_inverse();

/// The tables of a block, in its shared memory.
class Tables {
 public:
  /// Called by all threads of the block.
  __device__ explicit Tables(std::uint32_t (&words)[groups * group_size]) : words_(words) {
    for (unsigned k = threadIdx.x; k < groups * group_size; k += blockDim.x) {
      std::uint32_t sum = 0;
      for (unsigned bit = 0; bit < group_bits; ++bit) {
        if (k >> bit & 1) sum ^= presses_of_light.word[k / group_size * group_bits + bit];
      }
      words_[k] = sum;
    }
    __syncthreads();
  }

  __device__ std::uint32_t presses(std::uint32_t board) const {
    std::uint32_t sum = 0;
#pragma unroll
    for (unsigned group = 0; group < groups; ++group) {
      sum ^= words_[group * group_size + (board >> group * group_bits) % group_size];
    }
    return sum;
  }

 private:
  std::uint32_t (&words_)[groups * group_size];
};

__global__ void map_fours(const uint4* boards, uint4* presses, std::size_t fours) {
  __shared__ std::uint32_t words[groups * group_size];
  const Tables tables(words);
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t k = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; k < fours; k += step) {
    const uint4 four = boards[k];
    presses[k] = {tables.presses(four.x), tables.presses(four.y), tables.presses(four.z),
                  tables.presses(four.w)};
  }
}

__global__ void map_single(const std::uint32_t* boards, std::uint32_t* presses, std::size_t size) {
  __shared__ std::uint32_t words[groups * group_size];
  const Tables tables(words);
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t k = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; k < size; k += step) {
    presses[k] = tables.presses(boards[k]);
  }
}

bool is_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % sizeof(uint4) == 0;
}

}  // namespace

void lights_out_gpu_linear_map(std::span<const std::uint32_t> boards, std::span<std::uint32_t> presses,
                               GpuStream stream) {
  const bool aligned = is_aligned(boards.data()) && is_aligned(presses.data());
  const std::size_t fours = aligned ? boards.size() / 4 : 0;
  if (fours > 0) {
    static const unsigned most_blocks = resident_blocks(map_fours, block_threads);
    map_fours<<<grid_for(fours, block_threads, most_blocks), block_threads, 0, stream>>>(
        reinterpret_cast<const uint4*>(boards.data()), reinterpret_cast<uint4*>(presses.data()), fours);
    check_launch("lights_out_gpu_linear_map");
  }
  const std::size_t done = fours * 4, left = boards.size() - done;
  if (left > 0) {
    static const unsigned most_blocks = resident_blocks(map_single, block_threads);
    map_single<<<grid_for(left, block_threads, most_blocks), block_threads, 0, stream>>>(
        boards.data() + done, presses.data() + done, left);
    check_launch("lights_out_gpu_linear_map, the rest");
  }
}

}  // namespace kernels
