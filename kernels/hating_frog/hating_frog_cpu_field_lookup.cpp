// Pruned enumeration of pairs (see path_enumeration.hpp) with a bitmap of the field.
//
// One bit a place: the largest field of the contest, 5000 x 5000, takes 3 MB, so that look-ups hit the cache,
// where a byte a place would take 25 MB. A look-up is one load, whatever the number of plants; the price is
// memory that grows with the field. Fields that would need more than 128 MiB are left to the binary search.

#include <cstdint>
#include <vector>

#include "kernels/hating_frog/hating_frog.hpp"
#include "kernels/hating_frog/path_enumeration.hpp"

namespace kernels {

HatingFrogFunction hating_frog_cpu_binary_search;

namespace {

constexpr std::uint64_t largest_bitmap = std::uint64_t{1} << 30;  // bits

class Bitmap {
 public:
  Bitmap(const Field& field, std::span<const Plant> plants)
      : columns_(static_cast<std::uint64_t>(field.columns)),
        words_(static_cast<std::uint64_t>(field.rows) * columns_ / 64 + 1) {
    for (const Plant& plant : plants) {
      const std::uint64_t bit = bit_of(plant.row, plant.column);
      words_[bit / 64] |= std::uint64_t{1} << bit % 64;
    }
  }

  bool operator()(std::int64_t row, std::int64_t column) const {
    const std::uint64_t bit = bit_of(row, column);
    return words_[bit / 64] >> bit % 64 & 1;
  }

 private:
  std::uint64_t bit_of(std::int64_t row, std::int64_t column) const {
    return static_cast<std::uint64_t>(row - 1) * columns_ + static_cast<std::uint64_t>(column - 1);
  }

  std::uint64_t columns_;
  std::vector<std::uint64_t> words_;
};

}  // namespace

int hating_frog_cpu_field_lookup(const Field& field, std::span<const Plant> plants) {
  const auto places = static_cast<std::uint64_t>(field.rows) * static_cast<std::uint64_t>(field.columns);
  if (places > largest_bitmap) return hating_frog_cpu_binary_search(field, plants);
  return longest_path(field, sorted_by_row_and_column(plants), Bitmap(field, plants));
}

}  // namespace kernels
