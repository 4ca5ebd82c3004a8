#pragma once

// The part of a banded system that a block holds in shared memory while it eliminates a panel of 32 columns.

#include <cstddef>
#include <cstdint>

namespace kernels::banded {

inline constexpr unsigned block_threads = 1024, warps = block_threads / 32, panel_columns = 32;
inline constexpr unsigned group_lanes = 16, groups = block_threads / group_lanes;  // a group handles a row
inline constexpr unsigned tables = 8, table_entries = 16;
inline constexpr unsigned most_parts = 3;  // of a row with its right side, a word for each lane of a group
inline constexpr std::uint32_t none = 0xFFFF'FFFF;

/// The distance of coefficients from the diagonal.
struct Band {
  std::uint32_t lower, upper;
};

/// The dimensions of the window.
struct Shape {
  std::uint32_t n, lower, upper;
  std::uint32_t words;   ///< of a row, from the panel's on
  std::uint32_t stride;  ///< with its right side; odd, to avoid bank conflicts
  std::uint32_t slots;   ///< for the rows of a panel, and those that enter with the next two
  std::uint32_t places;  ///< for the rows that can have bits in a panel
};

inline Shape shape_of(std::uint32_t n, Band band) {
  const std::uint32_t width = band.lower + band.upper, words = (width + panel_columns - 1) / 32 + 1;
  return {
      n, band.lower, band.upper, words, (words + 1) | 1, width + 3 * panel_columns, width + panel_columns};
}

struct RowPlace {
  std::uint16_t row, slot;
};

/// A window in shared memory. Word k of the matrix is word k % words of its row here, followed by the right
/// side.
struct Window {
  __device__ Window(const Shape& shape, std::uint32_t* memory)
      : rows(memory),
        sums_of_rows(rows + shape.slots * shape.stride),
        additions(sums_of_rows + tables * table_entries * shape.stride),
        pivot_columns(additions + shape.slots),
        panel_words(pivot_columns + shape.slots),
        chosen_for(panel_words + shape.places),
        lists(reinterpret_cast<RowPlace*>(chosen_for + shape.places)),
        places(shape.places) {}

  /// The rows that can have bits in a panel, from the top.
  __device__ RowPlace* list(std::uint32_t panel) const { return lists + panel % 2 * places; }

  std::uint32_t* rows;           ///< by slot
  std::uint32_t* sums_of_rows;   ///< for every four pivot rows of a panel
  std::uint32_t* additions;      ///< by slot: which of its pivot rows to add, by column
  std::uint32_t* pivot_columns;  ///< by slot: the column of which the row is the pivot, or none
  std::uint32_t* panel_words;    ///< by position in the list
  std::uint32_t* chosen_for;     ///< by place in the list: of which column find_pivots chose it, or none
  RowPlace* lists;               ///< of even and odd panels
  std::uint32_t places;
};

inline std::size_t window_bytes(const Shape& shape) {
  const std::size_t words =
      std::size_t{shape.stride} * (shape.slots + tables * table_entries) + 2 * shape.slots + 4 * shape.places;
  return words * sizeof(std::uint32_t);
}

struct System {
  const std::uint32_t* words;
  std::size_t stride;
};

/// Word `word` of a row's coefficients; 0 beyond them.
__device__ inline std::uint32_t coefficients(System system, std::uint32_t n, std::uint32_t row,
                                             std::uint32_t word) {
  if (word > n / 32) return 0;
  const std::uint32_t bits = system.words[row * system.stride + word];
  return word < n / 32 ? bits : bits & ((1U << n % 32) - 1);
}

/// The content of word `k` of a row of the window when the panel is `panel`.
__device__ inline std::uint32_t entering_word(System system, const Shape& shape, std::uint32_t row,
                                              std::uint32_t panel, std::uint32_t k) {
  if (k == shape.words) return system.words[row * system.stride + shape.n / 32] >> shape.n % 32 & 1;
  const std::uint32_t first = panel % shape.words;
  return coefficients(system, shape.n, row, panel + (k >= first ? k - first : k + shape.words - first));
}

/// The rows with which the first panel starts.
__device__ inline void fill_window(System system, const Shape& shape, Window& window, std::uint32_t count) {
  const unsigned lane = threadIdx.x % group_lanes;
  for (std::uint32_t row = threadIdx.x / group_lanes; row < count; row += groups) {
    for (std::uint32_t k = lane; k <= shape.words; k += group_lanes) {
      const std::uint32_t bits = entering_word(system, shape, row, 0, k);
      window.rows[row * shape.stride + k] = bits;
      if (k == 0) window.panel_words[row] = bits;
    }
    if (lane > 0) continue;
    window.chosen_for[row] = none;
    window.list(0)[row] = {static_cast<std::uint16_t>(row), static_cast<std::uint16_t>(row)};
  }
}

}  // namespace kernels::banded
