// Enumeration of the first row, 32 first rows at once in the bits of a word; a thread a board.
//
// Bit c of a word belongs to candidate c, so a word holds one button or one light of 32 candidates and a row
// is six words. Chasing the lights down a row takes, for each light, a XOR of five words: two instructions of
// three operands for 32 candidates, where lights_out_gpu_enumeration.cu spends six on one candidate's row.
// Two passes see all 64; the bit that is clear in all six words of the last row names the right first row,
// and one ordinary chase with it gives the presses.
//
// Work: 2 x 5 x 6 x 2 operations for the candidates, 60 to spread the 30 lights over words, 50 for the rest:
// about 230 a board, so 6e10 boards a second on an H200 (measured: 8e10, seven times the plain enumeration),
// a seventh of what memory could bring.
//
// Source: bit slicing, E. Biham, "A fast new DES implementation in software" (1997).

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/lights_out/chase.cuh"
#include "kernels/lights_out/lights_out.hpp"

namespace kernels {
namespace {

constexpr int block_threads = 256;
constexpr int columns = lights_out_columns, rows = lights_out_rows;

/// Bit c: whether first row `first | c` leaves a light of the last row on. `first` is 0 or 32.
__device__ std::uint32_t candidates_left_alight(std::uint32_t board, std::uint32_t first) {
  // Word j: the candidates whose number has bit j set, and which therefore press button j of the first row.
  std::uint32_t pressed[columns] = {0xAAAA'AAAA, 0xCCCC'CCCC, 0xF0F0'F0F0,
                                    0xFF00'FF00, 0xFFFF'0000, first == 0 ? 0 : ~0U};
  std::uint32_t above[columns] = {};
#pragma unroll
  for (int row = 0; row < rows; ++row) {
    std::uint32_t left_on[columns];
#pragma unroll
    for (int column = 0; column < columns; ++column) {
      const std::uint32_t light =
          0 - (board >> (row * columns + column) & 1);  // the same for every candidate
      left_on[column] = light ^ pressed[column] ^ above[column];
      if (column > 0) left_on[column] ^= pressed[column - 1];
      if (column + 1 < columns) left_on[column] ^= pressed[column + 1];
    }
#pragma unroll
    for (int column = 0; column < columns; ++column) {
      above[column] = pressed[column];
      pressed[column] = left_on[column];
    }
  }
  std::uint32_t alight = 0;
#pragma unroll
  for (int column = 0; column < columns; ++column) alight |= pressed[column];
  return alight;
}

__global__ void enumerate_in_slices(const std::uint32_t* boards, std::uint32_t* presses, std::size_t size) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t k = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; k < size; k += step) {
    const std::uint32_t board = boards[k];
    const std::uint32_t low = ~candidates_left_alight(board, 0), high = ~candidates_left_alight(board, 32);
    const int first_row = low != 0 ? __ffs(static_cast<int>(low)) - 1 : __ffs(static_cast<int>(high)) + 31;
    presses[k] = chase_lights(board, static_cast<std::uint32_t>(first_row)).presses;
  }
}

}  // namespace

void lights_out_gpu_bit_slices(std::span<const std::uint32_t> boards, std::span<std::uint32_t> presses,
                               GpuStream stream) {
  if (boards.empty()) return;
  static const unsigned most_blocks = resident_blocks(enumerate_in_slices, block_threads);
  enumerate_in_slices<<<grid_for(boards.size(), block_threads, most_blocks), block_threads, 0, stream>>>(
      boards.data(), presses.data(), boards.size());
  check_launch("lights_out_gpu_bit_slices");
}

}  // namespace kernels
