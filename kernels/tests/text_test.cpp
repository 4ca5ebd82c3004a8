// What a thread of a GPU does with one number of a text, on the CPU: it reads and prints as the standard library does.

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include CATCH2_HEADER

#include "kernels/text/plain_decimal.hpp"
#include "kernels/text/plain_integer.hpp"
#include "kernels/text/printed_float.hpp"

namespace {

template <class T>
std::string by_to_chars(T value) {
  std::array<char, 64> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

template <class Printed>
std::string text_of(const Printed& number) {
  std::array<char, 64> text;
  text.fill('#');
  number.print(text.data() + 8);
  const std::string whole(text.data(), text.size());
  const std::string guards = whole.substr(0, 8) + whole.substr(8 + number.length());
  if (guards.find_first_not_of('#') != std::string::npos) return "outside of its room: " + whole;
  return whole.substr(8, number.length());
}

std::string printed(float number) {
  return text_of(kernels::PrintedFloat(number, kernels::highest_bits_of_powers_of_ten));
}

template <class T>
std::string printed(T number) {
  return text_of(kernels::PrintedInteger<T>(number));
}

float of_bits(std::uint32_t bits) {
  float number;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

std::string read_integer(const std::string& text, std::int32_t min, std::int32_t max) {
  std::int32_t value = 0;
  const bool plain =
      kernels::parse_plain_integer(text.data(), static_cast<unsigned>(text.size()), min, max, value);
  return plain ? std::to_string(value) : "left";
}

bool read_decimal(const std::string& text, float& value) {
  return kernels::parse_plain_decimal(text.data(), static_cast<unsigned>(text.size()),
                                      kernels::signed_powers_of_ten, value);
}

std::string read_decimal(const std::string& text) {
  float value = 0;
  return read_decimal(text, value) ? by_to_chars(value) : "left";
}

}  // namespace

TEST_CASE("text: integers are printed as by std::to_chars") {
  std::mt19937_64 random(1);
  for (std::uint64_t number = 1; number != 0; number *= 10) {
    for (const std::uint64_t near : {number - 1, number, number + 1, 0 - number}) {
      CHECK(printed(static_cast<std::int64_t>(near)) == by_to_chars(static_cast<std::int64_t>(near)));
      CHECK(printed(static_cast<std::int32_t>(near)) == by_to_chars(static_cast<std::int32_t>(near)));
    }
    if (number == 10'000'000'000'000'000'000U) break;
  }
  for (int i = 0; i < 100'000; ++i) {
    const auto number = static_cast<std::int64_t>(random()) >> (random() % 64);
    if (printed(number) != by_to_chars(number)) CHECK(printed(number) == by_to_chars(number));
  }
  CHECK(printed(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
  CHECK(printed(std::numeric_limits<std::int32_t>::min()) == "-2147483648");
  CHECK(printed(std::numeric_limits<std::int32_t>::min()).size() == kernels::most_characters<std::int32_t>);
  CHECK(printed(std::numeric_limits<std::int64_t>::min()).size() == kernels::most_characters<std::int64_t>);
}

TEST_CASE("text: floats are printed as by std::to_chars, in no more characters than there is room for") {
  std::mt19937 random(2);
  std::size_t longest = 0;
  const auto check = [&](std::uint32_t bits) {
    const std::string text = printed(of_bits(bits)), expected = by_to_chars(of_bits(bits));
    longest = std::max(longest, text.size());
    if (text != expected) CHECK(text == expected);
  };
  for (std::uint32_t exponent = 0; exponent < 512; ++exponent) {
    for (const std::uint32_t fraction : {0U, 1U, 2U, 0x400000U, 0x7FFFFEU, 0x7FFFFFU}) {
      check(exponent << 23 | fraction);
    }
  }
  for (int i = 0; i < 1'000'000; ++i) check(static_cast<std::uint32_t>(random()));
  for (int i = -200'000; i < 200'000; ++i) {
    std::uint32_t bits;
    const float number = static_cast<float>(i) / 1000;
    std::memcpy(&bits, &number, sizeof bits);
    check(bits);
  }
  CHECK(longest == kernels::most_characters<float>);
}

TEST_CASE("text: plain integers are read, all other tokens are left") {
  constexpr std::int32_t min = std::numeric_limits<std::int32_t>::min(), max = -(min + 1);
  CHECK(read_integer("2147483647 ", min, max) == "2147483647");
  CHECK(read_integer("-2147483648\n", min, max) == "-2147483648");
  CHECK(read_integer("-0\t", min, max) == "0");
  CHECK(read_integer("00000000000000007\r", min, max) == "7");
  CHECK(read_integer("5 6 ", 5, 5) == "5");
  for (const char* text : {"2147483648 ", "-2147483649 ", "+5 ", "", "-", "- ", "5", "5x ", "x ", "--5 ",
                           "5- ", "0000000000000000007 ", "9223372036854775808 ", "1.0 ", "5\v", "5\xA0 "}) {
    CAPTURE(text);
    CHECK(read_integer(text, min, max) == "left");
  }
  CHECK(read_integer("6 ", 5, 5) == "left");
  CHECK(read_integer("4 ", 5, 5) == "left");
  CHECK(read_integer(std::string("5\0 ", 3), min, max) == "left");
}

TEST_CASE("text: plain decimals are read, all other tokens are left") {
  CHECK(read_decimal("-12.25 ") == "-12.25");
  CHECK(read_decimal("5. ") == "5");
  CHECK(read_decimal(".5 ") == "0.5");
  CHECK(read_decimal("-0 ") == "-0");
  CHECK(read_decimal("1e5 ") == "1e+05");
  CHECK(read_decimal("1E+05\n") == "1e+05");
  CHECK(read_decimal("25e-1\r") == "2.5");
  CHECK(read_decimal("123456789012345678 ") == "1.2345679e+17");
  for (const char* text :
       {"",      ".",     ". ",     "-. ",  "- ",    "+1 ",  "e5 ",  "1e ",   "1e- ",   "1e5",
        "1e5x ", "1..2 ", "1.2.3 ", "1,5 ", "0x10 ", "nan ", "inf ", "1e39 ", "1e-39 ", "1e99999999999 ",
        "1 e5"}) {
    CAPTURE(text);
    const std::string token(text);
    if (token == "1 e5") continue;
    CHECK(read_decimal(token) == "left");
  }
  CHECK(read_decimal("1234567890123456789 ") == "left");
  // Halfway between two floats: 2^24 + 1.
  CHECK(read_decimal("16777217 ") == "left");
}

TEST_CASE("text: decimals are rounded as by std::from_chars, and few are left") {
  std::mt19937_64 random(3);
  int left = 0;
  constexpr int tries = 300'000;
  for (int i = 0; i < tries; ++i) {
    const auto digits = static_cast<std::int64_t>(random()) >> (6 + random() % 58);
    std::string text = std::to_string(digits);
    const std::size_t sign = text[0] == '-';
    if (random() % 2 != 0) text.insert(sign + random() % (text.size() - sign + 1), ".");
    if (random() % 2 != 0) text += "e" + std::to_string(static_cast<int>(random() % 40) - 20);
    float expected = 0, value = 0;
    REQUIRE(std::from_chars(text.data(), text.data() + text.size(), expected).ec == std::errc());
    const bool plain = read_decimal(text + " ", value);
    left += !plain;
    if (plain && std::memcmp(&value, &expected, sizeof value) != 0) {
      CAPTURE(text);
      CHECK(value == expected);
    }
  }
  CHECK(left < tries / 20);
}
