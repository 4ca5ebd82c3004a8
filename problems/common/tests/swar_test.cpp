#include "problems/common/swar.hpp"

#include <cstdint>
#include <string>

#include "problems/common/random.hpp"
#include CATCH2_HEADER

using problems::Random;

TEST_CASE("every character is classified, with vector instructions and without") {
  for (int position = 0; position < 16; ++position) {
    for (int code = 0; code < 256; ++code) {
      for (const char around : {'0', '9', ' ', '\x7F', '\xFF'}) {
        std::string text(16, around);
        text[static_cast<std::size_t>(position)] = static_cast<char>(code);
        std::uint32_t non_digits = 0;
        std::uint32_t low = 0;
        for (int i = 0; i < 16; ++i) {
          const auto character = static_cast<unsigned char>(text[static_cast<std::size_t>(i)]);
          non_digits |= static_cast<std::uint32_t>(character < '0' || character > '9') << i;
          low |= static_cast<std::uint32_t>(character <= ' ') << i;
        }
        const bool right = problems::non_digits(text.data()) == non_digits &&
                           problems::non_digits_portable(text.data()) == non_digits &&
                           problems::spaces_and_controls(text.data()) == low &&
                           problems::spaces_and_controls_portable(text.data()) == low;
        if (!right) FAIL("wrong for code " << code << " at " << position << " among code " << int{around});
      }
    }
  }
}

TEST_CASE("eight digits become a number and back") {
  Random random(41);
  for (int i = 0; i < 20'000; ++i) {
    const std::uint32_t number = random.integer<std::uint32_t>(0, 99'999'999) / (i % 2 == 0 ? 1 : 10'000);
    const std::uint64_t digits = problems::digits_of_eight(number);
    char text[8];
    problems::store_eight(text, digits | problems::eight_zeros);
    const std::string plain = std::to_string(number);
    const bool right = std::string(text, 8) == std::string(8 - plain.size(), '0') + plain &&
                       problems::number_of_eight(digits) == number;
    if (!right) FAIL("wrong for " << number);
  }
}
