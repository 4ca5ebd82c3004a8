// Printing many float32 at a time, against std::to_chars.

#include "problems/common/printing/decimal_batch.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "problems/common/frame/random.hpp"
#include "problems/common/printing/print_integer.hpp"
#include CATCH2_HEADER

using problems::DecimalBatch;
using problems::print_room_bytes;
using problems::Random;

namespace {

constexpr char untouched = '\xA5';

/// Counts as a check only what fails: there are millions.
void check_batch(const DecimalBatch& batch, std::span<const float> values) {
  std::array<char, 2 * print_room_bytes> bytes;
  for (std::size_t i = 0; i < values.size(); ++i) {
    bytes.fill(untouched);
    char* const end = batch.print(bytes.data(), i);
    std::array<char, print_room_bytes> text;
    char* const text_end = std::to_chars(text.data(), text.data() + text.size(), values[i]).ptr;
    if (!std::equal(bytes.data(), end, text.data(), text_end))
      FAIL("printed wrongly: " << values[i] << " as " << std::string(bytes.data(), end));
    if (std::count(bytes.begin() + print_room_bytes, bytes.end(), untouched) != print_room_bytes)
      FAIL("printed outside its room: " << values[i]);
  }
}

void check(std::span<const float> values) {
  DecimalBatch batch;
  while (!values.empty()) {
    const std::size_t count = std::min(values.size(), DecimalBatch::capacity);
    batch.prepare(values.first(count));
    check_batch(batch, values.first(count));
    values = values.subspan(count);
  }
}

/// Bits from 2^-10 to below 2^25, which is somewhat more than what is printed by the batch itself.
constexpr std::uint32_t first_bits = (127U - 10) << 23, last_bits = (127U + 25) << 23;

/// Every `step`-th of these.
void check_ordinary(std::uint32_t step) {
  std::vector<float> values;
  for (std::uint32_t bits = first_bits; bits < last_bits; bits += step) {
    values.push_back(std::bit_cast<float>(bits | bits << 31));
    if (values.size() == DecimalBatch::capacity) {
      check(values);
      values.clear();
    }
  }
  check(values);
}

}  // namespace

TEST_CASE("a batch prints ordinary numbers as std::to_chars") {
  check_ordinary(997);
}

TEST_CASE("a batch prints all ordinary numbers as std::to_chars", "[.large]") {
  check_ordinary(1);
}

TEST_CASE("a batch prints short decimals, and the numbers next to them, as std::to_chars") {
  std::vector<float> values;
  for (const float unit : {1.0F, 1e-1F, 1e-2F, 1e-3F, 1e-4F, 1e2F, 1e3F, 1e4F, 1e5F}) {
    for (int number = 0; number < 3000; ++number) {
      const float value = static_cast<float>(number) * unit;
      for (const float near : {value, std::nextafter(value, 0.0F), std::nextafter(value, 1e9F)}) {
        values.push_back(near);
        values.push_back(-near);
      }
    }
  }
  check(values);
}

TEST_CASE("a batch prints what is between an ordinary number and the next, as std::to_chars") {
  // Halves of integers are scaled to ties.
  std::vector<float> values;
  for (int i = 0; i < 20'000; ++i) values.push_back(static_cast<float>(8'388'607 - 2 * i) / 2);
  check(values);
}

TEST_CASE("a batch prints any mixture of numbers, ordinary or not, of any count") {
  Random random(71);
  const std::array<float, 6> special = {0.0F,
                                        -0.0F,
                                        1.0F,
                                        1e-30F,
                                        std::numeric_limits<float>::infinity(),
                                        std::numeric_limits<float>::quiet_NaN()};
  DecimalBatch batch;
  for (int round = 0; round < 20'000; ++round) {
    std::vector<float> values(random.integer<std::size_t>(0, DecimalBatch::capacity));
    const int ordinary_percent = random.integer(0, 100);
    for (float& value : values) {
      if (random.integer(1, 100) <= ordinary_percent) {
        value = static_cast<float>(random.real(-1, 1) * std::pow(10, random.integer(-2, 8)));
      } else if (random.integer(0, 1) == 0) {
        value = special[random.integer<std::size_t>(0, special.size() - 1)];
      } else {
        value = std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
      }
    }
    batch.prepare(values);
    check_batch(batch, values);
  }
}
