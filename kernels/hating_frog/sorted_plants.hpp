#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/hating_frog/hating_frog.hpp"

namespace kernels {

/// Finds by binary search whether a plant is at a place.
class SortedPlants {
 public:
  /// Takes plants `sorted` by row, then column.
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

}  // namespace kernels
