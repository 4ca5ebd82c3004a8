#include "runner/validators/compare/tests/slow_reading.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <regex>

namespace slow {
namespace {

constexpr std::size_t fraction_digits = 150, all_digits = 300;
constexpr long most_exponent = 60;

/// Digits of a number that is not negative, the lowest first, as many below the point as above.
using Paper = std::vector<int>;

struct Number {
  bool negative;
  Paper size;
};

enum class Kind { no_number, too_long, number };

Kind read(const std::string& text, Number& number) {
  static const std::regex grammar(R"(([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?)0*(\d*))?)");
  static const std::regex exponent_has_digits(R"([^eE]*(?:[eE][+-]?\d+)?)");
  // The library's own matching takes stack for every character.
  if (text.size() > 1000) return Kind::too_long;
  std::smatch parts;
  if (!std::regex_match(text, parts, grammar) || !std::regex_match(text, exponent_has_digits))
    return Kind::no_number;
  const std::string whole = parts[2], fraction = parts[3], exponent_digits = parts[5];
  if (whole.empty() && fraction.empty()) return Kind::no_number;
  if (exponent_digits.size() > 36) return Kind::no_number;
  if (exponent_digits.size() > 5 || whole.size() > 60 || fraction.size() > 60) return Kind::too_long;
  const long exponent = std::strtol(exponent_digits.c_str(), nullptr, 10) * (parts[4] == "-" ? -1 : 1);
  if (std::labs(exponent) > most_exponent) return Kind::too_long;
  number = {parts[1] == "-", Paper(all_digits)};
  const std::string digits = whole + fraction;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const long power = static_cast<long>(whole.size()) - 1 - static_cast<long>(i) + exponent;
    number.size[static_cast<std::size_t>(power + static_cast<long>(fraction_digits))] = digits[i] - '0';
  }
  return Kind::number;
}

bool at_most(const Paper& a, const Paper& b) {
  return !std::lexicographical_compare(b.rbegin(), b.rend(), a.rbegin(), a.rend());
}

Paper sum(const Paper& a, const Paper& b) {
  Paper result(a.size());
  int carry = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int digit = a[i] + b[i] + carry;
    result[i] = digit % 10;
    carry = digit / 10;
  }
  return result;
}

/// Precondition: b is at most a.
Paper difference(const Paper& a, const Paper& b) {
  Paper result(a.size());
  int borrowed = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const int digit = a[i] - b[i] - borrowed;
    borrowed = digit < 0 ? 1 : 0;
    result[i] = digit + 10 * borrowed;
  }
  return result;
}

Paper distance(const Number& a, const Number& b) {
  if (a.negative != b.negative) return sum(a.size, b.size);
  return at_most(b.size, a.size) ? difference(a.size, b.size) : difference(b.size, a.size);
}

/// The product with twice as many digits below the point.
Paper product(const Paper& a, const Paper& b) {
  Paper result(a.size() + b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == 0) continue;
    for (std::size_t j = 0; j < b.size(); ++j) result[i + j] += a[i] * b[j];
  }
  int carry = 0;
  for (int& digit : result) {
    digit += carry;
    carry = digit / 10;
    digit %= 10;
  }
  return result;
}

Paper with_more_digits(const Paper& a) {
  Paper result(2 * a.size());
  std::copy(a.begin(), a.end(), result.begin() + static_cast<std::ptrdiff_t>(fraction_digits));
  return result;
}

std::optional<bool> numbers_agree(const Number& expected, const Number& found, const Rules& rules) {
  const Paper apart = distance(expected, found);
  Number bound;
  if (!rules.absolute.empty()) {
    if (read(rules.absolute, bound) != Kind::number) return std::nullopt;
    if (at_most(apart, bound.size)) return true;
  }
  if (!rules.relative.empty()) {
    if (read(rules.relative, bound) != Kind::number) return std::nullopt;
    if (at_most(with_more_digits(apart), product(bound.size, expected.size))) return true;
  }
  return false;
}

std::optional<bool> tokens_agree(const std::string& expected, const std::string& found, const Rules& rules) {
  if (!rules.absolute.empty() || !rules.relative.empty()) {
    Number expected_number, found_number;
    const Kind kind = read(expected, expected_number);
    if (kind == Kind::too_long) return std::nullopt;
    if (kind == Kind::number) {
      const Kind found_kind = read(found, found_number);
      if (found_kind == Kind::too_long) return std::nullopt;
      return found_kind == Kind::number ? numbers_agree(expected_number, found_number, rules) : false;
    }
  }
  if (rules.case_sensitive) return expected == found;
  return std::equal(expected.begin(), expected.end(), found.begin(), found.end(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  });
}

bool is_white(char c) {
  return std::string_view(" \t\n\v\f\r").find(c) != std::string_view::npos;
}

/// Tokens, and between them, before and behind, what is white: always one more of these.
struct Parts {
  std::vector<std::string> tokens, white = {""};
};

Parts parts_of(std::string_view text) {
  Parts parts;
  bool in_token = false;
  for (const char c : text) {
    if (is_white(c)) {
      in_token = false;
      parts.white.back() += c;
      continue;
    }
    if (!in_token) {
      parts.tokens.emplace_back();
      parts.white.emplace_back();
    }
    in_token = true;
    parts.tokens.back() += c;
  }
  return parts;
}

}  // namespace

std::optional<bool> accepts(std::string_view answer, std::string_view output, const Rules& rules) {
  const Parts expected = parts_of(answer), found = parts_of(output);
  if (expected.tokens.size() != found.tokens.size()) return false;
  if (rules.space_change_sensitive && expected.white != found.white) return false;
  std::optional<bool> all = true;
  for (std::size_t i = 0; i < expected.tokens.size(); ++i) {
    const auto agree = tokens_agree(expected.tokens[i], found.tokens[i], rules);
    if (agree == false) return false;
    if (!agree) all = std::nullopt;
  }
  return all;
}

}  // namespace slow
