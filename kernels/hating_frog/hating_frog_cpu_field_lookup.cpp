// Pruned enumeration of pairs (see path_enumeration.hpp) with a bitmap of the field.
//
// The bitmap has one bit a place. The largest field of the contest, 5000 x 5000, takes 3 MB, so look-ups hit
// the cache; a byte a place would take 25 MB. A look-up is one load, whatever the number of plants; the price
// is memory that grows with the field. Fields that would need more than 128 MiB are left to the binary search.

#include "kernels/hating_frog/field_bitmap.hpp"
#include "kernels/hating_frog/hating_frog.hpp"
#include "kernels/hating_frog/path_enumeration.hpp"

namespace kernels {

HatingFrogFunction hating_frog_cpu_binary_search;

int hating_frog_cpu_field_lookup(const Field& field, std::span<const Plant> plants) {
  if (!FieldBitmap::suits(field)) return hating_frog_cpu_binary_search(field, plants);
  return longest_path(field, sorted_by_row_and_column(plants), FieldBitmap(field, plants));
}

}  // namespace kernels
