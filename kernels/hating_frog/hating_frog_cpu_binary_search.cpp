// Pruned enumeration of pairs (see path_enumeration.hpp) with binary search in the sorted plants.
//
// A look-up costs log2(plants) steps instead of one load, but memory does not depend on the field, so that a
// field of 2^31 x 2^31 places is as good as a small one. A plant is packed into one 64-bit key, row above
// column, so that a step is one comparison of integers. Which half holds a key is practically random, so the
// step is written as a choice between two pointers, which compiles to a conditional move, not to a branch.
//
// Source: D. E. Knuth, The Art of Computer Programming 3, section 6.2.1 (uniform binary search).

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/hating_frog/hating_frog.hpp"
#include "kernels/hating_frog/path_enumeration.hpp"

namespace kernels {
namespace {

class SortedPlants {
 public:
  /// `sorted` by row, then column.
  explicit SortedPlants(std::span<const Plant> sorted) {
    keys_.reserve(sorted.size());
    for (const Plant& plant : sorted) keys_.push_back(key(plant.row, plant.column));
  }

  /// Precondition: there is at least one plant.
  bool operator()(std::int64_t row, std::int64_t column) const {
    const std::uint64_t wanted = key(row, column);
    const std::uint64_t* from = keys_.data();
    for (std::size_t length = keys_.size(); length > 1;) {
      const std::size_t half = length / 2;
      from = from[half] <= wanted ? from + half : from;
      length -= half;
    }
    return *from == wanted;
  }

 private:
  static std::uint64_t key(std::int64_t row, std::int64_t column) {
    return static_cast<std::uint64_t>(row) << 32 | static_cast<std::uint64_t>(column);
  }

  std::vector<std::uint64_t> keys_;
};

}  // namespace

int hating_frog_cpu_binary_search(const Field& field, std::span<const Plant> plants) {
  const std::vector<Plant> sorted = sorted_by_row_and_column(plants);
  return longest_path(field, sorted, SortedPlants(sorted));
}

}  // namespace kernels
