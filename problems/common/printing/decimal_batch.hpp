#pragma once

// Printing many float32, as print_decimal() prints one: a few at a time and step by step, so that in each step the
// processor works at many of them at once, while the steps of a single one would each wait for the one before. The
// loops are for the compiler to make vector instructions of.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/digits.hpp"
#include "problems/common/printing/print_decimal.hpp"

namespace problems {

class DecimalBatch {
 public:
  static constexpr std::size_t capacity = 32;

  /// Prepares up to `capacity` values.
  void prepare(std::span<const float> values);

  /// Writes value number `index`. Returns its end; touches at most print_room_bytes.
  char* print(char* out, std::size_t index) const {
    if (ordinary_[index] == 0) return print_decimal(out, values_[index]);
    const std::uint64_t last_eight = base::load_eight(last_eight_[index].data());
    const int trailing_zeros = std::countl_zero(last_eight | 1) / 8 + (last_eight == 0);
    const int length = 9 - trailing_zeros;
    const int point = points_[index];
    constexpr int most_zeros = 4;  // with more before the point, scientific notation may be shorter
    if (point - length > most_zeros) return print_decimal(out, values_[index]);

    *out = '-';
    out += std::bit_cast<std::uint32_t>(values_[index]) >> 31;
    const std::uint64_t text = last_eight | base::eight_zeros;
    const std::uint64_t first_eight = text << 8 | first_[index] | '0';
    const auto ninth = static_cast<char>(text >> 56);
    if (point <= 0) {
      base::store_eight(out, base::eight_zeros);
      out[1] = '.';
      out += 2 - point;
      base::store_eight(out, first_eight);
      out[8] = ninth;
      return out + length;
    }
    base::store_eight(out, first_eight);
    // Two shifts, because one may not be by all 64 bits.
    base::store_eight(out + point + 1, (first_eight >> (4 * point)) >> (4 * point));
    out[point] = '.';
    out[9] = ninth;
    return out + (length > point ? length + 1 : point);
  }

 private:
  template <class T>
  using Each = std::array<T, capacity>;

  std::size_t find_ordinary();
  void find_scales();
  void find_digits();
  void split_digits();

  Each<float> values_;
  Each<std::uint32_t> ordinary_;  ///< else print_decimal() prints it; what follows is of those that are
  Each<float> magnitudes_;
  Each<double> powers_;   ///< of ten, so that the value times it has 7 to 9 digits before the point
  Each<double> reaches_;  ///< within this distance, times that power, numbers round to the value
  Each<std::int32_t>
      points_;  ///< of the nine digits as many stand before the point; none: and as many zeros follow it
  Each<std::int32_t> nine_digits_;  ///< the shortest that round to the value, filled up with zeros
  Each<std::uint8_t> first_;
  Each<std::array<char, 8>> last_eight_;  ///< 0 to 9, not characters
};

}  // namespace problems
