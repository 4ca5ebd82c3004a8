#include "problems/common/printing/decimal_batch.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace problems {
namespace {

/// The scale of the float32 with the same exponent.
struct OrdinaryScale {
  double power;     ///< a power of ten: multiplied by it, their distance is at least 1 and below 10
  double half_gap;  ///< half that distance
  int point;        ///< where it is in nine digits that all stand before the point once scaled
};

/// Ordinary numbers are from 2^-9 to below 2^24, and no powers of two, which are nearer to the number below.
constexpr std::uint32_t least_exponent = 127 - 9, exponents = 24 + 9;

constexpr auto ordinary_scales = [] {
  std::array<OrdinaryScale, exponents> scales = {};
  double gap = 1, power = 1;
  int places = 0;
  for (std::size_t i = exponents; i-- > 0; gap /= 2) {
    if (gap * power < 1) {
      power *= 10;
      ++places;
    }
    scales[i] = {power, gap * power / 2, 9 - places};
  }
  return scales;
}();

}  // namespace

void DecimalBatch::prepare(std::span<const float> values) {
  std::copy(values.begin(), values.end(), values_.begin());
  std::fill(values_.begin() + static_cast<std::ptrdiff_t>(values.size()), values_.end(), 0.0F);
  // If most are not ordinary, all of that would be wasted.
  if (2 * find_ordinary() < values.size()) {
    ordinary_.fill(0);
    return;
  }
  find_scales();
  find_digits();
  split_digits();
}

/// Returns their number.
std::size_t DecimalBatch::find_ordinary() {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < capacity; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(values_[i]);
    const std::uint32_t in_range = ((bits & 0x7FFFFFFF) >> 23) - least_exponent < exponents;
    const std::uint32_t has_fraction = (bits & 0x7FFFFF) != 0;
    ordinary_[i] = in_range & has_fraction;
    count += ordinary_[i];
  }
  return count;
}

void DecimalBatch::find_scales() {
  for (std::size_t i = 0; i < capacity; ++i) {
    const auto bits = std::bit_cast<std::uint32_t>(values_[i]);
    const std::uint32_t exponent = ((bits & 0x7FFFFFFF) >> 23) - least_exponent;
    // Zero for those that are not ordinary: whatever is done to it stays in the range of its type.
    magnitudes_[i] = std::bit_cast<float>(bits & 0x7FFFFFFF & (0 - ordinary_[i]));
    const OrdinaryScale& scale = ordinary_scales[exponent < exponents ? exponent : 0];
    powers_[i] = scale.power;
    points_[i] = scale.point;
    // Ties round to even mantissas: what is halfway belongs to those only, so that for odd ones it is just out of reach.
    reaches_[i] = std::bit_cast<double>(std::bit_cast<std::uint64_t>(scale.half_gap) - (bits & 1));
  }
}

/// Finds digits by Schubfach, as shortest_decimal(): of the integers that round to the scaled value, a multiple of ten
/// if there is one, else the nearest. Here double is exact: no float32 times a power has more than 48 bits, 24 of them
/// of 5^10.
void DecimalBatch::find_digits() {
  Each<double> digits;
  for (std::size_t i = 0; i < capacity; ++i) {
    constexpr double integer = 0x1.8p52;  // adding and subtracting it rounds to integers, ties to even
    const double scaled = static_cast<double>(magnitudes_[i]) * powers_[i];
    const double nearest = (scaled + integer) - integer;
    // Should 0.1 lead to one that is not the nearest multiple, both are too far away.
    const double tens = ((scaled * 0.1 + integer) - integer) * 10;
    // As masks: an unpredictable branch would cost more than everything else.
    const auto takes_tens = 0 - static_cast<std::uint64_t>(std::abs(scaled - tens) <= reaches_[i]);
    const auto one = std::bit_cast<std::uint64_t>(nearest);
    const auto other = std::bit_cast<std::uint64_t>(tens);
    digits[i] = std::bit_cast<double>(one ^ ((one ^ other) & takes_tens));
  }
  for (std::size_t i = 0; i < capacity; ++i) {
    const auto number = static_cast<std::int32_t>(digits[i]);
    const std::int32_t below_eight = number < 10'000'000, below_nine = number < 100'000'000;
    nine_digits_[i] = number * (1 + 9 * below_nine + 90 * below_eight);
    points_[i] -= below_nine + below_eight;
  }
}

/// Every step splits each number in two.
void DecimalBatch::split_digits() {
  std::array<std::uint16_t, 2 * capacity> fours;
  std::array<std::uint16_t, 4 * capacity> pairs;
  std::array<std::uint16_t, 4 * capacity> digits;
  for (std::size_t i = 0; i < capacity; ++i) {
    const auto nine = static_cast<std::uint32_t>(nine_digits_[i]);
    const std::uint32_t five = nine / 10'000;
    const std::uint32_t first = five / 10'000;
    first_[i] = static_cast<std::uint8_t>(first);
    fours[2 * i] = static_cast<std::uint16_t>(five - 10'000 * first);
    fours[2 * i + 1] = static_cast<std::uint16_t>(nine - 10'000 * five);
  }
  // Divisions as multiplications, whose upper half there is an instruction for.
  for (std::size_t i = 0; i < fours.size(); ++i) {
    const auto hundreds = static_cast<std::uint16_t>(fours[i] * 5243U >> 19);
    pairs[2 * i] = hundreds;
    pairs[2 * i + 1] = static_cast<std::uint16_t>(fours[i] - 100 * hundreds);
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto tens = static_cast<std::uint16_t>(pairs[i] * 6554U >> 16);
    digits[i] = static_cast<std::uint16_t>(tens | (pairs[i] - 10 * tens) << 8);
  }
  static_assert(sizeof last_eight_ == sizeof digits);
  std::memcpy(&last_eight_, &digits, sizeof digits);
}

}  // namespace problems
