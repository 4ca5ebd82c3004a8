// Pruned enumeration of pairs (see path_enumeration.hpp) on every core: each takes the next 16 plants as the first ones of
// paths, and all know the longest path so far. Look-ups in a bitmap of the field, or of a large field by binary search.

#include <vector>

#include "base/given_cores.hpp"
#include "kernels/hating_frog/field_bitmap.hpp"
#include "kernels/hating_frog/hating_frog.hpp"
#include "kernels/hating_frog/path_enumeration.hpp"
#include "kernels/hating_frog/sorted_plants.hpp"

namespace kernels {

int hating_frog_cpu_parallel(const Field& field, std::span<const Plant> plants) {
  const unsigned cores = hating_frog_cores(plants.size(), base::cores_to_use());
  const std::vector<Plant> sorted = sorted_by_row_and_column(plants);
  if (FieldBitmap::suits(field)) return longest_path(field, sorted, FieldBitmap(field, plants), cores);
  return longest_path(field, sorted, SortedPlants(sorted), cores);
}

}  // namespace kernels
