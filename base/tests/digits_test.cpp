#include "base/digits.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include CATCH2_HEADER

TEST_CASE("every character is classified, with vector instructions and without") {
  for (int position = 0; position < 16; ++position) {
    for (int code = 0; code < 256; ++code) {
      for (const char around : {'0', '9', ' ', '\x7F', '\xFF'}) {
        std::string text(16, around);
        text[static_cast<std::size_t>(position)] = static_cast<char>(code);
        std::uint32_t non_digits = 0;
        std::uint32_t low = 0;
        const std::string alike(16, around);
        const std::uint32_t different = static_cast<std::uint32_t>(text != alike) << position;
        for (int i = 0; i < 16; ++i) {
          const auto character = static_cast<unsigned char>(text[static_cast<std::size_t>(i)]);
          non_digits |= static_cast<std::uint32_t>(character < '0' || character > '9') << i;
          low |= static_cast<std::uint32_t>(character <= ' ') << i;
        }
        const bool right = base::non_digits(text.data()) == non_digits &&
                           base::non_digits_portable(text.data()) == non_digits &&
                           base::spaces_and_controls(text.data()) == low &&
                           base::spaces_and_controls_portable(text.data()) == low &&
                           base::differences(text.data(), alike.data()) == different &&
                           base::differences_portable(text.data(), alike.data()) == different;
        if (!right) FAIL("wrong for code " << code << " at " << position << " among code " << int{around});
      }
    }
  }
}

TEST_CASE("eight digits become a number and back") {
  std::mt19937 random(41);
  for (int i = 0; i < 20'000; ++i) {
    const auto number = static_cast<std::uint32_t>(random() % 100'000'000 / (i % 2 == 0 ? 1 : 10'000));
    const std::uint64_t digits = base::digits_of_eight(number);
    char text[8];
    base::store_eight(text, digits | base::eight_zeros);
    const std::string plain = std::to_string(number);
    const bool right = std::string(text, 8) == std::string(8 - plain.size(), '0') + plain &&
                       base::number_of_eight(digits) == number;
    if (!right) FAIL("wrong for " << number);
  }
}

TEST_CASE("up to sixteen digits are a number, with vector instructions and without, whatever stands behind") {
  std::mt19937_64 random(42);
  for (int length = 1; length <= 16; ++length) {
    for (int round = 0; round < 5'000; ++round) {
      const std::uint64_t below = base::integer_powers_of_ten[static_cast<std::size_t>(length)];
      const std::uint64_t number = round == 0 ? 0 : round == 1 ? below - 1 : random() % below;
      const std::string digits = fmt::format("{:0>{}}", number, length);
      std::string behind;
      while (behind.size() < 2 * base::lookahead_bytes) behind += static_cast<char>(random());
      const std::string plain = digits + behind;
      const std::string negative = "-" + plain;
      // No character is between the digits where all of them stand before it.
      const int whole = 1 + static_cast<int>(random() % static_cast<unsigned>(length < 16 ? length : 15));
      const std::string pointed =
          whole == length ? plain : std::string(plain).insert(static_cast<std::size_t>(whole), ".");
      const bool right =
          base::number_in_sixteen(plain.data(), length, false) == number &&
          base::number_in_sixteen(negative.data(), length + 1, true) == number &&
          base::number_around_point(plain.data(), length, length) == number &&
          base::number_around_point_portable(plain.data(), length, length) == number &&
          (length == 16 || (base::number_around_point(pointed.data(), whole, length) == number &&
                            base::number_around_point_portable(pointed.data(), whole, length) == number));
      if (!right) FAIL("wrong for " << digits << " with a point after " << whole);
    }
  }
}

TEST_CASE("digits are appended up to the first other character, or the end") {
  const std::string digits = "12345678901234567";
  for (std::size_t length = 0; length <= digits.size(); ++length) {
    for (const std::string after : {"", ".", "x5", "/", ":"}) {
      // Exactly as long as the text: a look behind its end is a sanitizer's finding.
      const std::string text = digits.substr(0, length) + after;
      const std::vector<char> characters(text.begin(), text.end());
      const char* const begin = characters.data();
      std::uint64_t number = 7;
      const char* const end = base::append_digits(begin, begin + characters.size(), number);
      CAPTURE(text);
      CHECK(end - begin == static_cast<std::ptrdiff_t>(length));
      CHECK(std::to_string(number) == fmt::format("7{}", digits.substr(0, length)));
      std::string padded = text + std::string(2 * base::lookahead_bytes, ' ');
      std::uint64_t same = 7;
      CHECK(base::append_digits(padded.data(), same) - padded.data() == static_cast<std::ptrdiff_t>(length));
      CHECK(same == number);
    }
  }
}
