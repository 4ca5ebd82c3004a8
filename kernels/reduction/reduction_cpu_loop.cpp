// One pass over the values.
//
// Sum, minimum and maximum do not depend on the order, so the compiler keeps one partial result in each lane
// of a vector register. The product modulo p it must leave as written: each step waits for the multiplication
// and the remainder before it, some 15 cycles. The product is associative and commutative, so eight chains
// run side by side and are multiplied together at the end.
//
// A remainder by a constant is a multiplication and a shift (Granlund and Montgomery, "Division by Invariant
// Integers using Multiplication", PLDI 1994); the compiler sees to that as long as the modulus is a constant.
//
// Work: N operations. Traffic: 4 bytes read a value.

#include <algorithm>
#include <array>
#include <stdexcept>

#include "kernels/reduction/combine.hpp"
#include "kernels/reduction/reduction.hpp"

namespace kernels {

namespace {

constexpr std::uint64_t modulus{reduction_modulus};

std::int64_t sum_of(std::span<const std::int32_t> values) {
  std::int64_t sum = 0;
  for (const std::int32_t value : values) sum += value;
  return sum;
}

/// product * value modulo p, for product < p. Three times p lifts every 32-bit value to 0 or above and
/// keeps the factor below 2^33, so the product stays below 2^63 for product < p < 2^30.
std::uint64_t times(std::uint64_t product, std::int32_t value) {
  const std::uint64_t factor = static_cast<std::uint64_t>(value + 3 * reduction_modulus);
  return product * factor % modulus;
}

std::int64_t product_of(std::span<const std::int32_t> values) {
  constexpr std::size_t chains = 8;
  std::array<std::uint64_t, chains> products;
  products.fill(1);
  const std::size_t whole = values.size() / chains * chains;
  for (std::size_t i = 0; i < whole; i += chains) {
    for (std::size_t chain = 0; chain < chains; ++chain) {
      products[chain] = times(products[chain], values[i + chain]);
    }
  }
  for (const std::int32_t value : values.subspan(whole)) products[0] = times(products[0], value);
  std::int64_t product = 1;
  for (const std::uint64_t partial : products) {
    product = combine(product, static_cast<std::int64_t>(partial), Reduction::product);
  }
  return product;
}

std::int64_t min_of(std::span<const std::int32_t> values) {
  std::int32_t smallest = values.front();
  for (const std::int32_t value : values) smallest = std::min(smallest, value);
  return smallest;
}

std::int64_t max_of(std::span<const std::int32_t> values) {
  std::int32_t largest = values.front();
  for (const std::int32_t value : values) largest = std::max(largest, value);
  return largest;
}

}  // namespace

std::int64_t reduction_cpu_loop(std::span<const std::int32_t> values, Reduction reduction) {
  switch (reduction) {
    case Reduction::sum:
      return sum_of(values);
    case Reduction::product:
      return product_of(values);
    case Reduction::min:
      return min_of(values);
    case Reduction::max:
      return max_of(values);
  }
  throw std::invalid_argument("reduction_cpu_loop: not a Reduction");
}

}  // namespace kernels
