#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/large_vector.hpp"

/// The set of taken places: a table with linear probing, a quarter to half full.
class PlaceSet {
 public:
  /// The bytes of each place at most, while the table grows: four times a half of it, and the old one.
  static constexpr std::size_t most_bytes_each = 6 * sizeof(std::uint64_t);

  /// Makes one for about this many places: the table grows to that at once.
  explicit PlaceSet(std::size_t size = 0) {
    while ((std::size_t{1} << (64 - shift_)) < 2 * size) --shift_;
    table_.resize(std::size_t{1} << (64 - shift_), 0);
  }

  /// False if it was there. `place` is not 0.
  bool insert(std::uint64_t place) {
    if (2 * size_ >= table_.size()) grow();
    std::uint64_t& found = slot(place);
    if (found == place) return false;
    found = place;
    ++size_;
    return true;
  }

  /// Which of this many sets has this place, if several share all of them.
  static std::size_t share_of(std::uint64_t place, unsigned sets) {
    return (spread(place) >> 32 & 0xFFFF) * sets >> 16;
  }

 private:
  using Table = base::LargeVector<std::uint64_t>;

  /// Spread evenly over the upper 32 bits.
  static std::uint64_t spread(std::uint64_t place) { return place * 0x9E3779B97F4A7C15; }

  std::uint64_t& slot(std::uint64_t place) {
    std::size_t at = spread(place) >> shift_;
    while (table_[at] != 0 && table_[at] != place) at = (at + 1) & (table_.size() - 1);
    return table_[at];
  }

  void grow() {
    --shift_;
    const Table old = std::exchange(table_, Table(2 * table_.size(), 0));
    for (const std::uint64_t place : old) {
      if (place != 0) slot(place) = place;
    }
  }

  unsigned shift_ = 54;  ///< of 64 bits, so that as many are left as number the table
  Table table_;
  std::size_t size_ = 0;
};
