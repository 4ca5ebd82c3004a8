#pragma once

// Back substitution for systems in which no pivot row of a panel of 32 columns has bits in another pivot's
// column.

#include "kernels/bit_system/band_window.cuh"
#include "kernels/bit_system/bit_system.hpp"

namespace kernels::banded {

inline constexpr unsigned chunk_panels = 16, most_unknowns = 32768, most_words = most_unknowns / 32 + 1;

/// Runs in one block: the first warp computes the unknowns of 16 panels while the others read the panels
/// before these.
__global__ void __launch_bounds__(block_threads, 1)
    substitute(Shape shape, const std::uint32_t* echelon, const BitSystemOutcome* outcome,
               std::uint32_t* solution) {
  extern __shared__ std::uint32_t chunks[];
  __shared__ std::uint32_t unknowns[most_words + most_parts * group_lanes];
  const unsigned lane = threadIdx.x % 32;
  const std::uint32_t panels = outcome->solvable != 0 ? (shape.n + panel_columns - 1) / panel_columns : 0;
  const std::uint32_t panel_size = panel_columns * shape.stride;
  for (unsigned k = threadIdx.x; k < most_words + most_parts * group_lanes; k += block_threads)
    unknowns[k] = 0;
  // Chunk k starts with panel 16 k. There is one more turn than chunks, because a chunk is read a turn ahead.
  const std::uint32_t chunk_count = (panels + chunk_panels - 1) / chunk_panels;
  for (std::uint32_t turn = chunk_count + 1; turn-- > 0;) {
    if (threadIdx.x >= 32 && turn > 0) {
      const std::uint32_t first = (turn - 1) * chunk_panels,
                          size = min(panels - first, chunk_panels) * panel_size;
      std::uint32_t* const to = chunks + turn % 2 * chunk_panels * panel_size;
#pragma unroll 8
      for (std::uint32_t k = threadIdx.x - 32; k < size; k += block_threads - 32) {
        to[k] = echelon[std::size_t{first} * panel_size + k];
      }
    } else if (threadIdx.x < 32 && turn < chunk_count) {
      const std::uint32_t first = turn * chunk_panels;
      const std::uint32_t* const from = chunks + (turn + 1) % 2 * chunk_panels * panel_size;
      for (std::uint32_t panel = min(panels, first + chunk_panels); panel-- > first;) {
        const std::uint32_t* const row = from + (panel - first) * panel_size + lane * shape.stride;
        std::uint32_t sum = 0;
        for (std::uint32_t k = 1; k < shape.words; ++k) sum ^= row[k] & unknowns[panel + k];
        const std::uint32_t value = static_cast<std::uint32_t>(__popc(sum)) ^ row[shape.words];
        const std::uint32_t values = __ballot_sync(none, (value & 1) != 0);
        if (lane == 0) unknowns[panel] = values;
        __syncwarp();
      }
    }
    __syncthreads();
  }
  for (unsigned k = threadIdx.x; k <= shape.n / 32; k += block_threads) solution[k] = unknowns[k];
}

inline std::size_t chunk_bytes(const Shape& shape) {
  return 2 * sizeof(std::uint32_t) * chunk_panels * panel_columns * shape.stride;
}

}  // namespace kernels::banded
