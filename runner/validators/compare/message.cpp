#include "runner/validators/compare/message.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace validator {

namespace {

constexpr std::size_t most_shown = 40;
constexpr std::string_view hex_digits = "0123456789abcdef";

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '\n':
        result += "\\n";
        break;
      case '\r':
        result += "\\r";
        break;
      case '\t':
        result += "\\t";
        break;
      case '\v':
        result += "\\v";
        break;
      case '\f':
        result += "\\f";
        break;
      case '\\':
        result += "\\\\";
        break;
      case '"':
        result += "\\\"";
        break;
      default:
        if (c >= ' ' && c <= '~') {
          result += c;
        } else {
          const auto code = static_cast<unsigned char>(c);
          result += std::string("\\x") + hex_digits[code / 16] + hex_digits[code % 16];
        }
    }
  }
  return result;
}

std::string cut(std::string_view text, bool whole, bool always_quoted) {
  const std::string_view start = text.substr(0, most_shown);
  std::string result = escaped(start);
  if (always_quoted || result != start) result = '"' + result + '"';
  if (text.size() > most_shown)
    result += "... (" + std::to_string(text.size()) + (whole ? " bytes)" : " bytes or more)");
  return result;
}

}  // namespace

std::string shown(std::string_view token, bool whole) {
  return cut(token, whole, false);
}

std::string shown_white_space(std::string_view run, bool whole) {
  return cut(run, whole, true);
}

std::string shown_difference(std::string_view expected, std::string_view found) {
  std::string result = "expected " + shown(expected) + ", found " + shown(found);
  const auto [at, _] = std::mismatch(expected.begin(), expected.end(), found.begin(), found.end());
  const auto offset = static_cast<std::size_t>(at - expected.begin());
  if (offset >= most_shown) {
    const auto rest = [offset](std::string_view token) {
      return offset < token.size() ? shown(token.substr(offset, most_shown)) : "its end";
    };
    result += " (they differ from byte " + std::to_string(offset + 1) + " on: expected " + rest(expected) +
              ", found " + rest(found) + ")";
  }
  return result;
}

std::string shown_distance(std::string_view expected, std::string_view found) {
  const auto value = [](std::string_view text) {
    double parsed = std::numeric_limits<double>::infinity();
    if (text[0] == '+') text.remove_prefix(1);
    std::from_chars(text.data(), text.data() + text.size(), parsed);
    return parsed;
  };
  const double a = value(expected), b = value(found), distance = std::abs(b - a);
  if (!std::isfinite(distance) || distance == 0) return "";
  // Of about 16 digits, those that a and b share are lost in the subtraction.
  const double lost = std::log10(std::max(std::abs(a), std::abs(b)) / distance);
  const int digits = std::clamp(static_cast<int>(15 - lost), 1, 10);
  std::array<char, 32> text;
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), distance, std::chars_format::general, digits);
  return "difference " + std::string(text.data(), end.ptr) + ", ";
}

}  // namespace validator
