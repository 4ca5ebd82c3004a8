#include "runner/validators/compare/decimal.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace validator {

namespace {

Power parse_exponent(std::string_view text) {
  const bool negative = text[0] == '-';
  if (text[0] == '-' || text[0] == '+') text.remove_prefix(1);
  Power exponent = 0;
  for (const char c : text) exponent = exponent * 10 + (c - '0');
  return negative ? -exponent : exponent;
}

}  // namespace

Decimal Decimal::parse(std::string_view text) {
  Decimal number;
  const bool negative = text[0] == '-';
  if (text[0] == '-' || text[0] == '+') text.remove_prefix(1);
  const std::size_t indicator = text.find_first_of("eE");
  const Power exponent = indicator == std::string_view::npos ? 0 : parse_exponent(text.substr(indicator + 1));
  text = text.substr(0, indicator);

  const std::size_t point = std::min(text.find('.'), text.size());
  number.digits = text.substr(0, point);
  if (point < text.size()) number.digits += text.substr(point + 1);
  const std::size_t first = number.digits.find_first_not_of('0');
  if (first == std::string::npos) return {};
  number.sign = negative ? -1 : 1;
  number.top = exponent + static_cast<Power>(point) - static_cast<Power>(first) - 1;
  number.digits.erase(number.digits.find_last_not_of('0') + 1);
  number.digits.erase(0, first);
  return number;
}

Decimal absolute(Decimal a) {
  a.sign = std::abs(a.sign);
  return a;
}

Decimal negated(Decimal a) {
  a.sign = -a.sign;
  return a;
}

Decimal product(const Decimal& a, const Decimal& b) {
  if (a.sign == 0 || b.sign == 0) return {};
  // Column by column as on paper, the carries afterwards.
  std::vector<std::uint64_t> columns(a.digits.size() + b.digits.size());
  for (std::size_t i = 0; i < a.digits.size(); ++i) {
    for (std::size_t j = 0; j < b.digits.size(); ++j) {
      columns[i + j + 1] += static_cast<std::uint64_t>((a.digits[i] - '0') * (b.digits[j] - '0'));
    }
  }
  for (std::size_t i = columns.size() - 1; i > 0; --i) {
    columns[i - 1] += columns[i] / 10;
    columns[i] %= 10;
  }
  Decimal result{a.sign * b.sign, {}, a.top + b.top + 1};
  for (const std::uint64_t digit : columns) result.digits += static_cast<char>('0' + digit);
  if (result.digits.front() == '0') {
    result.digits.erase(0, 1);
    --result.top;
  }
  result.digits.erase(result.digits.find_last_not_of('0') + 1);
  return result;
}

int sign_of_sum(std::span<const Decimal> terms) {
  // From the highest power of ten downwards. What all lower digits of one
  // term add is less than one unit of the power at hand, so a partial sum
  // of at least as many units as there are terms has the sign of the whole.
  constexpr Power none = -(Power{1} << 126);
  const auto enough = static_cast<std::int64_t>(terms.size());
  std::vector<std::size_t> used(terms.size());
  std::int64_t sum = 0;
  Power power = none;
  for (;;) {
    Power next = none;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (used[i] < terms[i].digits.size()) {
        next = std::max(next, terms[i].top - static_cast<Power>(used[i]));
      }
    }
    if (next == none) break;
    for (; sum != 0 && power > next && std::abs(sum) < enough; --power) sum *= 10;
    if (sum != 0 && power > next) break;  // enough, before the next digit
    power = next;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (used[i] < terms[i].digits.size() && terms[i].top - static_cast<Power>(used[i]) == next) {
        sum += terms[i].sign * (terms[i].digits[used[i]++] - '0');
      }
    }
  }
  return sum > 0 ? 1 : sum < 0 ? -1 : 0;
}

}  // namespace validator
