#include "problems/matmul/generators/factors.hpp"

#include <numeric>
#include <vector>

namespace problems::matmul {

Factors drawn(Random& random, Shape shape, int digits, const Draw& draw) {
  Factors factors{DecimalMatrix(shape.m, shape.k, digits), DecimalMatrix(shape.k, shape.n, digits)};
  factors.a.fill([&](std::size_t, std::size_t k) { return draw(random, k); });
  factors.b.fill([&](std::size_t k, std::size_t) { return draw(random, k); });
  return factors;
}

Draw either_sign(std::int64_t largest) {
  return [=](Random& random, std::size_t) { return random.integer(-largest, largest); };
}

Draw positive(std::int64_t largest) {
  return [=](Random& random, std::size_t) { return random.integer<std::int64_t>(1, largest); };
}

std::int64_t any_magnitude(Random& random, std::size_t) {
  std::int64_t value = random.integer<std::int64_t>(-999, 999);
  for (int zeros = random.integer(0, 6); zeros > 0; --zeros) value *= 10;
  return value;
}

std::int64_t dominated(Random& random, std::size_t k) {
  const std::int64_t largest = k % 16 == 5 ? 999'999 : 9'999;
  return random.integer(-largest, largest);
}

std::int64_t rounded_down_by_ten_bits(Random& random, std::size_t) {
  for (;;) {
    const auto value = random.integer<std::int64_t>(1'000, 999'999);
    // From 2^e to 2^(e+1) the last of 10 bits after the leading one is worth 2^(e-10): 2^e / 1024, where a
    // unit is a thousandth.
    std::int64_t power = 1'000;
    while (2 * power <= value) power *= 2;
    const std::int64_t lost = value * 1024 % power;
    if (4 * lost >= power && 2 * lost < power) return value;
  }
}

Factors cancelling(Random& random, Shape shape, std::int64_t remainder) {
  const std::size_t half = shape.k / 2;
  const auto large = [&] { return random.integer<std::int64_t>(50'000, 99'000); };
  Factors factors{DecimalMatrix(shape.m, shape.k, 2), DecimalMatrix(shape.k, shape.n, 2)};
  auto& [a, b] = factors;
  a.fill([&](std::size_t i, std::size_t k) { return k < half ? large() : a.at(i, k - half); });
  b.fill([&](std::size_t k, std::size_t j) {
    return k < half ? large() : random.integer(-remainder, remainder) - b.at(k - half, j);
  });
  return factors;
}

Factors permutation(Random& random, std::size_t n) {
  std::vector<std::size_t> column_of(n);
  std::iota(column_of.begin(), column_of.end(), 0);
  random.shuffle(column_of);
  Factors factors{DecimalMatrix(n, n, 0), DecimalMatrix(n, n, 3)};
  factors.a.fill([&](std::size_t i, std::size_t k) { return column_of[i] == k ? 1 : 0; });
  factors.b.fill([&](std::size_t, std::size_t) { return random.integer(-999'999, 999'999); });
  return factors;
}

Factors identity_on_the_right(Random& random, std::size_t m, std::size_t n) {
  Factors factors{DecimalMatrix(m, n, 2), DecimalMatrix(n, n, 0)};
  factors.a.fill([&](std::size_t, std::size_t) { return random.integer(-99'999, 99'999); });
  factors.b.fill([&](std::size_t k, std::size_t j) { return k == j ? 1 : 0; });
  return factors;
}

Factors striped_with_zeros(Random& random, Shape shape) {
  const auto number = [&] { return random.integer(-9'999, 9'999); };
  Factors factors{DecimalMatrix(shape.m, shape.k, 2), DecimalMatrix(shape.k, shape.n, 2)};
  factors.a.fill([&](std::size_t i, std::size_t) { return i % 2 == 0 ? 0 : number(); });
  factors.b.fill([&](std::size_t, std::size_t j) { return j % 3 == 1 ? 0 : number(); });
  return factors;
}

}  // namespace problems::matmul
