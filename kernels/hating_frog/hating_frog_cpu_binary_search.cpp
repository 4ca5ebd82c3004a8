// Pruned enumeration of pairs (see path_enumeration.hpp) with binary search in the sorted plants.
//
// A look-up costs log2(plants) steps instead of one load, but memory does not depend on the field, so that a
// field of 2^31 x 2^31 places is as good as a small one. A plant is packed into one 64-bit key, row above
// column, so that a step is one comparison of integers. Which half holds a key is practically random, so the
// step is written as a choice between two pointers, which compiles to a conditional move, not to a branch.
//
// Source: D. E. Knuth, The Art of Computer Programming 3, section 6.2.1 (uniform binary search).

#include <vector>

#include "kernels/hating_frog/hating_frog.hpp"
#include "kernels/hating_frog/path_enumeration.hpp"
#include "kernels/hating_frog/sorted_plants.hpp"

namespace kernels {

int hating_frog_cpu_binary_search(const Field& field, std::span<const Plant> plants) {
  const std::vector<Plant> sorted = sorted_by_row_and_column(plants);
  return longest_path(field, sorted, SortedPlants(sorted));
}

}  // namespace kernels
