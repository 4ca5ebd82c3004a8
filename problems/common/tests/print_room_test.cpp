// What printing one number may touch, and how it prints what is no number.

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>

#include "problems/common/frame/random.hpp"
#include "problems/common/printing/print_decimal.hpp"
#include "problems/common/printing/print_integer.hpp"
#include CATCH2_HEADER

using problems::print_room_bytes;
using problems::Random;

namespace {

constexpr char untouched = '\xA5';

/// What `print` writes; fails if it touches more bytes than it may.
template <class Print>
std::string printed(Print print) {
  std::array<char, 3 * print_room_bytes> bytes;
  bytes.fill(untouched);
  char* const start = bytes.data() + print_room_bytes;
  char* const end = print(start);
  const std::string before(bytes.data(), print_room_bytes);
  const std::string after(start + print_room_bytes, print_room_bytes);
  if (before + after != std::string(2 * print_room_bytes, untouched)) FAIL("printed outside its room");
  return std::string(start, end);
}

template <class T>
std::string by_to_chars(T value) {
  std::array<char, print_room_bytes> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

template <class T>
void check_decimal(T value) {
  const std::string text = printed([&](char* out) { return problems::print_decimal(out, value); });
  if (text != by_to_chars(value)) FAIL("printed wrongly: " << value << " as " << text);
}

}  // namespace

TEST_CASE("printing stays in its room") {
  SECTION("integers") {
    Random random(61);
    for (int i = 0; i < 10'000; ++i) {
      const auto value = static_cast<std::int64_t>(random.next()) >> random.integer(0, 63);
      CHECK(printed([&](char* out) { return problems::print_integer(out, value); }) == by_to_chars(value));
    }
  }
  SECTION("decimals") {
    Random random(62);
    for (int i = 0; i < 20'000; ++i) {
      const auto bits = static_cast<std::uint32_t>(random.next());
      if ((bits & 0x7F800000) != 0x7F800000) check_decimal(std::bit_cast<float>(bits));
    }
    check_decimal(-std::numeric_limits<double>::max());
    check_decimal(-std::numeric_limits<double>::denorm_min());
    check_decimal(-1.2345678901234567e-305);
    check_decimal(0.00012345678901234567);
  }
}

TEST_CASE("what is not finite is named as std::to_chars names it") {
  check_decimal(std::numeric_limits<float>::infinity());
  check_decimal(-std::numeric_limits<float>::infinity());
  check_decimal(std::numeric_limits<float>::quiet_NaN());
  check_decimal(-std::numeric_limits<float>::quiet_NaN());
  check_decimal(std::bit_cast<float>(std::uint32_t{0x7F800001}));  // a signaling NaN
  check_decimal(-std::numeric_limits<double>::infinity());
  check_decimal(std::numeric_limits<double>::quiet_NaN());
}

TEST_CASE("plain and scientific change places where their lengths do") {
  // One, two and nine digits at every exponent of float32, their neighbours on both sides.
  for (const float digits : {1.0F, 1.5F, 9.9F, 1.2345678F, 8.7654321F}) {
    for (int exponent = -45; exponent <= 38; ++exponent) {
      std::string text = by_to_chars(digits) + "e" + std::to_string(exponent);
      float value = 0;
      if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()) continue;
      const auto bits = std::bit_cast<std::uint32_t>(value);
      for (std::uint32_t near = bits - 1; near != bits + 2; ++near) {
        check_decimal(std::bit_cast<float>(near));
        check_decimal(std::bit_cast<float>(near | 0x80000000));
      }
    }
  }
}
