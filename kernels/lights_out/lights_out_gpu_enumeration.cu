// Enumeration of the first row, a thread a board.
//
// The method of lights_out_cpu_enumeration.cpp: the presses of the first row force all others, and of its 64
// values one leaves the last row dark. The CPU stops at the right one. A warp would stop with the last of its
// 32 boards, which is hardly earlier than the end, so every thread tries all 64, without a branch.
//
// Work: 64 first rows x 5 rows x about 6 integer operations, some 2000 a board. An H200 does 64 a clock and
// multiprocessor, 1.4e13 a second: about 7e9 boards a second (measured: 1.1e10), a fiftieth of what its
// memory could bring (8 bytes a board).

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/lights_out/chase.cuh"
#include "kernels/lights_out/lights_out.hpp"

namespace kernels {
namespace {

constexpr int block_threads = 256;
constexpr std::uint32_t first_rows = 1U << lights_out_columns;

__global__ void enumerate(const std::uint32_t* boards, std::uint32_t* presses, std::size_t size) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t k = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; k < size; k += step) {
    const std::uint32_t board = boards[k];
    std::uint32_t right_first_row = 0;
#pragma unroll 8
    for (std::uint32_t first_row = 0; first_row < first_rows; ++first_row) {
      if (chase_lights(board, first_row).left_on == 0) right_first_row = first_row;
    }
    presses[k] = chase_lights(board, right_first_row).presses;
  }
}

}  // namespace

void lights_out_gpu_enumeration(std::span<const std::uint32_t> boards, std::span<std::uint32_t> presses,
                                GpuStream stream) {
  if (boards.empty()) return;
  static const unsigned most_blocks = resident_blocks(enumerate, block_threads);
  enumerate<<<grid_for(boards.size(), block_threads, most_blocks), block_threads, 0, stream>>>(
      boards.data(), presses.data(), boards.size());
  check_launch("lights_out_gpu_enumeration");
}

}  // namespace kernels
