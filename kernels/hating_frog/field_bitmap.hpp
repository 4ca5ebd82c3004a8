#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/hating_frog/hating_frog.hpp"

namespace kernels {

/// One bit for each place: whether a plant is there.
class FieldBitmap {
 public:
  /// Whether the bitmap takes at most 128 MiB.
  static bool suits(const Field& field) { return places(field) <= std::uint64_t{1} << 30; }

  FieldBitmap(const Field& field, std::span<const Plant> plants)
      : columns_(static_cast<std::uint64_t>(field.columns)), words_(places(field) / 64 + 1) {
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
  static std::uint64_t places(const Field& field) {
    return static_cast<std::uint64_t>(field.rows) * static_cast<std::uint64_t>(field.columns);
  }

  std::uint64_t bit_of(std::int64_t row, std::int64_t column) const {
    return static_cast<std::uint64_t>(row - 1) * columns_ + static_cast<std::uint64_t>(column - 1);
  }

  std::uint64_t columns_;
  std::vector<std::uint64_t> words_;
};

}  // namespace kernels
