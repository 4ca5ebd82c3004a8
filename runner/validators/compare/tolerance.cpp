#include "runner/validators/compare/tolerance.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

namespace validator {

namespace {

enum class Place { inside, outside, too_close_to_call };

// The side of `bound` on which `difference` is, when together they may be wrong by `error`. An `error` that
// is infinite or not a number is too close to call: every comparison with it is false.
Place place(double difference, double bound, double error) {
  const double margin = error + 0x1p-50 * (difference + bound);  // the roundings of this arithmetic
  if (difference + margin < bound) return Place::inside;
  if (difference - margin > bound) return Place::outside;
  return Place::too_close_to_call;
}

bool accepts_exactly(const Tolerance& tolerance, const Decimal& found, const Decimal& expected) {
  const auto within = [&](const Decimal& bound) {
    const std::array above = {found, negated(expected), negated(bound)};
    const std::array below = {negated(found), expected, negated(bound)};
    return sign_of_sum(above) <= 0 && sign_of_sum(below) <= 0;
  };
  return (tolerance.absolute && within(tolerance.absolute->decimal)) ||
         (tolerance.relative && within(product(tolerance.relative->decimal, absolute(expected))));
}

}  // namespace

Bound Bound::parse(std::string_view text) {
  const char* const end = text.data() + text.size();
  const Number number = scan_number(text.data(), end);
  if (number.end == nullptr || number.end != end) {
    throw std::invalid_argument("expected a decimal number such as 1e-6");
  }
  Bound bound{std::string(text), number, Decimal::parse(text)};
  if (bound.decimal.sign < 0) throw std::invalid_argument("expected a number that is not negative");
  return bound;
}

bool Tolerance::accepts(const Number& found, std::string_view found_text, const Number& expected,
                        std::string_view expected_text) const {
  const double difference = std::abs(found.value - expected.value);
  const double error = found.error + expected.error;
  bool decided = true;
  if (absolute) {
    const Place at = place(difference, absolute->number.value, error + absolute->number.error);
    if (at == Place::inside) return true;
    decided = at == Place::outside;
  }
  if (relative) {
    const double scale = std::abs(expected.value) + expected.error;
    const double bound = relative->number.value * std::abs(expected.value);
    const double bound_error = relative->number.error * scale + relative->number.value * expected.error;
    const Place at = place(difference, bound, error + bound_error);
    if (at == Place::inside) return true;
    decided = decided && at == Place::outside;
  }
  return !decided && accepts_exactly(*this, Decimal::parse(found_text), Decimal::parse(expected_text));
}

std::string Tolerance::describe() const {
  std::string text;
  if (absolute) text += "absolute tolerance " + absolute->text;
  if (absolute && relative) text += ", ";
  if (relative) text += "relative tolerance " + relative->text;
  return text;
}

}  // namespace validator
