#pragma once

#include <array>
#include <charconv>
#include <string>

namespace problems {

/// A number in a message, like printf's %g with so many digits, at most 17.
inline std::string general_text(double number, int digits) {
  std::array<char, 32> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, digits);
  return {text.data(), end.ptr};
}

}  // namespace problems
