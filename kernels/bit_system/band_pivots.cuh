#pragma once

// Finds the pivots of a panel of 32 columns, by one warp.

#include "kernels/bit_system/band_window.cuh"

namespace kernels::banded {

/// The result of find_pivots, shared by the block.
struct Pivots {
  std::uint32_t slots[panel_columns];              ///< by column, or none
  std::uint32_t additions[tables][table_entries];  ///< what the bits of a panel's word select, four at a time
};

/// Finds the panel's pivots among `count` rows from the top, 64 at a time; `columns` are the panel's. Returns
/// the columns that have one. Called by one warp.
__device__ inline std::uint32_t find_pivots(Window& window, const RowPlace* list, std::uint32_t count,
                                            std::uint32_t columns, Pivots& pivots) {
  const unsigned lane = threadIdx.x % 32;
  std::uint32_t found = 0;
  // About the pivot of column `lane`: its word, without bits in other pivots' columns; the rows that it is a
  // sum of; its position.
  std::uint32_t pivot_word = 0, pivot_sum = 0, pivot_place = none;
  for (std::uint32_t first = 0; first < count && found != columns; first += 64) {
    const std::uint32_t place = first + lane;
    std::uint32_t upper = place < count ? window.panel_words[place] : 0, upper_sum = 0;
    std::uint32_t lower = place + 32 < count ? window.panel_words[place + 32] : 0, lower_sum = 0;
    const auto add = [&](unsigned column, std::uint32_t word, std::uint32_t sum) {
      const auto add_to = [&](std::uint32_t& to, std::uint32_t& to_sum) {
        if ((to >> column & 1) == 0) return;
        to ^= word;
        to_sum ^= sum;
      };
      add_to(upper, upper_sum);
      add_to(lower, lower_sum);
      if (lane != column) add_to(pivot_word, pivot_sum);
    };
    for (std::uint32_t left = found; left != 0; left &= left - 1) {  // pivots of the rows above
      const int column = __ffs(static_cast<int>(left)) - 1;
      const std::uint32_t word = __shfl_sync(none, pivot_word, column);
      const std::uint32_t sum = __shfl_sync(none, pivot_sum, column);
      add(static_cast<unsigned>(column), word, sum);
    }
    if (__ballot_sync(none, (upper | lower) != 0) == 0) continue;
#pragma unroll
    for (unsigned column = 0; column < panel_columns; ++column) {
      const std::uint32_t in_upper = __ballot_sync(none, (upper >> column & 1) != 0);
      const std::uint32_t in_lower = __ballot_sync(none, (lower >> column & 1) != 0);
      if ((in_upper | in_lower) == 0) continue;
      const bool is_upper = in_upper != 0;
      const int source = __ffs(static_cast<int>(is_upper ? in_upper : in_lower)) - 1;
      const std::uint32_t word = __shfl_sync(none, is_upper ? upper : lower, source);
      const std::uint32_t sum = __shfl_sync(none, is_upper ? upper_sum : lower_sum, source) ^ 1U << column;
      add(column, word, sum);  // the pivot itself becomes 0, and is no longer a candidate
      found |= 1U << column;
      if (lane != column) continue;
      pivot_word = word;
      pivot_sum = sum;
      pivot_place = first + static_cast<std::uint32_t>(source) + (is_upper ? 0 : 32);
    }
  }
  pivots.slots[lane] = pivot_place == none ? none : list[pivot_place].slot;
  if (pivot_place != none) window.chosen_for[pivot_place] = lane;
  const unsigned table = lane / 4;  // four lanes for each, four entries per lane
  std::uint32_t sums[4];
#pragma unroll
  for (unsigned k = 0; k < 4; ++k) sums[k] = __shfl_sync(none, pivot_sum, static_cast<int>(4 * table + k));
  const std::uint32_t upper_bits = (lane % 4 % 2 == 0 ? 0 : sums[2]) ^ (lane % 4 / 2 == 0 ? 0 : sums[3]);
#pragma unroll
  for (unsigned k = 0; k < 4; ++k) {
    pivots.additions[table][lane % 4 * 4 + k] =
        upper_bits ^ (k % 2 == 0 ? 0 : sums[0]) ^ (k / 2 == 0 ? 0 : sums[1]);
  }
  return found;
}

}  // namespace kernels::banded
