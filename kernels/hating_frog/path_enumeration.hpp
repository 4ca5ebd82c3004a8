#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/on_cores.hpp"
#include "kernels/hating_frog/hating_frog.hpp"

// What the CPU variants share: the pruned enumeration of pairs. They differ in how they look up whether a
// place holds a plant.
//
// A path is fixed by its first two plants. With the plants sorted by row, then column, every path runs
// forward in that order, so the pairs (first, second) with first before second give each path once. Most
// pairs are dropped before any look-up:
//   - the landing before `first` is inside the field: then `first` is not the first landing inside;
//   - the path leaves the field too early to beat the best path so far. Rows only grow with `second`, so once
//     that happens because of the rows, all later `second` are dropped.
//
// A path that beats the best so far must have a plant `best` jumps after `first`; that far place is looked up
// before the near ones, because in a dense clump of plants the near ones are nearly always plants.
//
// Source: the official solution of IOI 2002 "The Troublesome Frog" (all pairs, pruned).

namespace kernels {

inline std::vector<Plant> sorted_by_row_and_column(std::span<const Plant> plants) {
  std::vector<Plant> sorted(plants.begin(), plants.end());
  std::sort(sorted.begin(), sorted.end(), [](const Plant& a, const Plant& b) {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  });
  return sorted;
}

/// Plants on the longest frog path, else 0. `sorted` is in the order above; `is_plant(row, column)` is asked
/// only about places inside the field. Coordinates are 64 bits wide: a landing beyond a field of 2^31 places
/// a side must not overflow. Each core takes some plants after the other as the first of a path.
template <class IsPlant>
int longest_path(const Field& field, std::span<const Plant> sorted, const IsPlant& is_plant,
                 unsigned cores = 1) {
  const std::int64_t rows = field.rows;
  const std::int64_t columns = field.columns;
  const auto inside = [&](std::int64_t row, std::int64_t column) {
    return 1 <= row && row <= rows && 1 <= column && column <= columns;
  };

  // The length of the longest path that starts with this plant, if greater than `best`; otherwise `best`.
  const auto longest_from = [&](std::size_t first, std::int64_t best) {
    const std::int64_t row = sorted[first].row;
    const std::int64_t column = sorted[first].column;
    for (std::size_t second = first + 1; second < sorted.size(); ++second) {
      const std::int64_t down = sorted[second].row - row;
      const std::int64_t right = sorted[second].column - column;
      if (row + best * down > rows) break;
      if (inside(row - down, column - right)) continue;
      const std::int64_t far_column = column + best * right;
      if (far_column < 1 || far_column > columns) continue;
      if (!is_plant(row + best * down, far_column)) continue;

      std::int64_t landings = 2;
      std::int64_t r = row + 2 * down;
      std::int64_t c = column + 2 * right;
      while (inside(r, c) && is_plant(r, c)) {
        ++landings;
        r += down;
        c += right;
      }
      if (!inside(r, c)) best = std::max(best, landings);
    }
    return best;
  };

  constexpr std::size_t part_size = 16;
  std::atomic<std::int64_t> best = 2;  // a path counts from 3 plants on
  base::on_cores(cores, (sorted.size() + part_size - 1) / part_size, [&](std::size_t part) {
    const std::size_t end = std::min(sorted.size(), (part + 1) * part_size);
    for (std::size_t first = part * part_size; first < end; ++first) {
      std::int64_t known = best;
      const std::int64_t found = longest_from(first, known);
      while (found > known && !best.compare_exchange_weak(known, found)) {
      }
    }
  });
  return best >= 3 ? static_cast<int>(best) : 0;
}

}  // namespace kernels
