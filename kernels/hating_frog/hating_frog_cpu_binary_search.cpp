// Pruned enumeration of pairs (see path_enumeration.hpp) with binary search in the sorted plants.
//
// A look-up costs log2(plants) steps instead of one load, but memory does not depend on the field, so that a
// field of 2^31 x 2^31 places is as good as a small one. A plant is packed into one 64-bit key, row above
// column, so that a step is one comparison of integers.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "kernels/hating_frog/hating_frog.hpp"
#include "kernels/hating_frog/path_enumeration.hpp"

namespace kernels {
namespace {

std::uint64_t key(std::int64_t row, std::int64_t column) {
  return static_cast<std::uint64_t>(row) << 32 | static_cast<std::uint64_t>(column);
}

}  // namespace

int hating_frog_cpu_binary_search(const Field& field, std::span<const Plant> plants) {
  const std::vector<Plant> sorted = sorted_by_row_and_column(plants);
  std::vector<std::uint64_t> keys;
  keys.reserve(sorted.size());
  for (const Plant& plant : sorted) keys.push_back(key(plant.row, plant.column));
  return longest_path(field, sorted, [&](std::int64_t row, std::int64_t column) {
    return std::binary_search(keys.begin(), keys.end(), key(row, column));
  });
}

}  // namespace kernels
