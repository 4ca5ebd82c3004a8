// One pass over the values.
//
// Sum, minimum and maximum do not depend on the order, so the compiler keeps one partial result in each lane
// of a vector register. It must leave the product modulo p as written: each step waits for the multiplication
// and the remainder before it, some 15 cycles. The product is associative and commutative, so eight chains
// run side by side and are multiplied together at the end.
//
// A remainder by a constant is a multiplication and a shift (Granlund and Montgomery, "Division by Invariant
// Integers using Multiplication", PLDI 1994); the compiler does that as long as the modulus is a constant.
//
// Floating-point sums and products may not be reordered; they are accumulated in float64, one after another.
//
// Work: N operations. Traffic: a value read.

#include <algorithm>
#include <array>
#include <stdexcept>

#include "kernels/reduction/combine.hpp"
#include "kernels/reduction/reduction.hpp"

namespace kernels {

namespace {

constexpr std::uint64_t modulus{reduction_modulus};

template <class T>
ReductionResult<T> sum_of(std::span<const T> values) {
  // Unsigned integers wrap where signed ones are undefined.
  std::conditional_t<std::is_integral_v<T>, std::uint64_t, double> sum = 0;
  for (const T value : values) sum += static_cast<decltype(sum)>(value);
  return static_cast<ReductionResult<T>>(sum);
}

/// product * value modulo p, for product < p. Three times p lifts every 32-bit value to 0 or above and
/// keeps the factor below 2^33, so the product stays below 2^63 for product < p < 2^30.
std::uint64_t times(std::uint64_t product, std::int32_t value) {
  const std::uint64_t factor = static_cast<std::uint64_t>(value + 3 * reduction_modulus);
  return product * factor % modulus;
}
std::uint64_t times(std::uint64_t product, std::int64_t value) {
  return times(product, static_cast<std::int32_t>(value % reduction_modulus));
}

template <class T>
  requires std::is_floating_point_v<T>
T product_of(std::span<const T> values) {
  double product = 1;
  for (const T value : values) product *= value;
  return static_cast<T>(product);
}

template <class T>
std::int64_t product_of(std::span<const T> values) {
  constexpr std::size_t chains = 8;
  std::array<std::uint64_t, chains> products;
  products.fill(1);
  const std::size_t whole = values.size() / chains * chains;
  for (std::size_t i = 0; i < whole; i += chains) {
    for (std::size_t chain = 0; chain < chains; ++chain) {
      products[chain] = times(products[chain], values[i + chain]);
    }
  }
  for (const T value : values.subspan(whole)) products[0] = times(products[0], value);
  std::int64_t product = 1;
  for (const std::uint64_t partial : products) {
    product = combine(product, static_cast<std::int64_t>(partial), Reduction::product);
  }
  return product;
}

/// No comparison holds for NaN, so it has a test of its own.
template <class T>
T min_of(std::span<const T> values) {
  T smallest = values.front();
  for (const T value : values) smallest = value < smallest || value != value ? value : smallest;
  return smallest;
}

template <class T>
T max_of(std::span<const T> values) {
  T largest = values.front();
  for (const T value : values) largest = value > largest || value != value ? value : largest;
  return largest;
}

}  // namespace

template <class T>
ReductionResult<T> reduction_cpu_loop(std::span<const T> values, Reduction reduction) {
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

template std::int64_t reduction_cpu_loop(std::span<const std::int32_t>, Reduction);
template std::int64_t reduction_cpu_loop(std::span<const std::int64_t>, Reduction);
template float reduction_cpu_loop(std::span<const float>, Reduction);
template double reduction_cpu_loop(std::span<const double>, Reduction);

}  // namespace kernels
