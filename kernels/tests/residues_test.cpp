#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include CATCH2_HEADER

#include "kernels/matmul/hopper/recombination.hpp"
#include "kernels/matmul/hopper/residue_planes.hpp"
#include "kernels/matmul/hopper/residues.hpp"

// The arithmetic of gpu-ozaki-int8, on the host.

using namespace kernels::hopper;
using Int128 = __int128;

namespace {

constexpr auto all_of_p = static_cast<Int128>(modulus_product);

/// The residue in [0, modulus), by the language's own division.
std::uint32_t expected_residue(Int128 value, unsigned modulus) {
  const auto rest = static_cast<int>(value % static_cast<Int128>(modulus));
  return static_cast<std::uint32_t>(rest < 0 ? rest + static_cast<int>(modulus) : rest);
}

double recombined(Int128 value) {
  return recombine([&](int index) { return expected_residue(value, modulus_at(index)); });
}

/// A product of either sign, and of all magnitudes below the largest product of lines.
Int128 random_product(std::mt19937_64& random) {
  const UInt128 bits = (UInt128{random()} << 64 | random()) >> (11 + random() % 117);
  const auto magnitude = static_cast<Int128>(bits) % (all_of_p / 2 / 1000 * 999);
  return random() % 2 == 0 ? magnitude : -magnitude;
}

}  // namespace

TEST_CASE("residues: the moduli fit a byte and have no common divisors") {
  for (int i = 0; i < modulus_count; ++i) {
    CHECK(modulus_at(i) <= 256);
    for (int j = 0; j < i; ++j) CHECK(std::gcd(modulus_at(i), modulus_at(j)) == 1);
  }
}

TEST_CASE("residues: inverses") {
  for (const unsigned modulus : {2u, 197u, 256u, 65'280u}) {
    for (unsigned value = 1; value < modulus; value += 1 + modulus / 1000) {
      if (std::gcd(value, modulus) != 1) continue;
      CHECK(std::uint64_t{value} * inverse(value, modulus) % modulus == 1);
    }
  }
}

TEST_CASE("residues: of integers of all magnitudes") {
  std::mt19937_64 random(6001);
  std::vector<std::int64_t> values = {0, 1, -1, 255, 256, -256};
  for (const int bit : {31, 32, 52, 53, 59}) {
    for (const std::int64_t offset : {-1, 0, 1}) {
      values.push_back((std::int64_t{1} << bit) + offset);
      values.push_back(-(std::int64_t{1} << bit) + offset);
    }
  }
  for (int i = 0; i < 20'000; ++i) values.push_back(static_cast<std::int64_t>(random()) >> random() % 64);
  int wrong = 0;
  for (const std::int64_t value : values) {
    for_each_modulus([&](auto modulus) {
      wrong += residue(biased(value), modulus) != expected_residue(value, modulus.value);
    });
  }
  CHECK(wrong == 0);
}

TEST_CASE("residues: of sums of 32 bits") {
  std::mt19937 random(6002);
  int wrong = 0;
  for (int i = 0; i < modulus_count; ++i) {
    const std::uint32_t modulus = modulus_at(i);
    const auto check = [&](std::uint32_t sum) {
      wrong += reduced(sum, modulus, ~std::uint32_t{0} / modulus) != sum % modulus;
    };
    for (std::uint32_t sum = 0; sum < 1000; ++sum) {
      for (const std::uint32_t near : {sum, ~sum, sum * modulus, ~sum * modulus}) check(near);
    }
    for (int j = 0; j < 2000; ++j) check(static_cast<std::uint32_t>(random()));
  }
  CHECK(wrong == 0);
}

TEST_CASE("residues: integers come back, exact up to 2^53 and else with two roundings") {
  CHECK(recombined(0) == 0);
  std::mt19937_64 random(6003);
  int wrong = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Int128 value = i < 100 ? Int128{i} - 50 : random_product(random);
    const auto expected = static_cast<long double>(value);
    const long double bound = std::abs(expected) <= 0x1p53L ? 0 : 0x1p-52L * std::abs(expected);
    wrong += std::abs(static_cast<long double>(recombined(value)) - expected) > bound;
  }
  CHECK(wrong == 0);
}

TEST_CASE("residues: lines are scaled as far as their norms allow") {
  std::mt19937_64 random(6004);
  int wrong = 0;
  for (int i = 0; i < 2000; ++i) {
    const double squared_norm =
        std::ldexp(1 + std::generate_canonical<double, 53>(random), static_cast<int>(random() % 1600) - 800);
    const double scaled = std::ldexp(squared_norm, 2 * line_exponent(squared_norm));
    wrong += scaled > squared_norm_limit || scaled < squared_norm_limit / 4 * (1 - 0x1p-19);
    wrong += power_of_two(line_exponent(squared_norm)) != std::ldexp(1.0, line_exponent(squared_norm));
  }
  CHECK(wrong == 0);
}

TEST_CASE("residues: b's lines change places within their groups") {
  std::vector<std::size_t> lines(4 * line_group);
  for (std::size_t column = 0; column < lines.size(); ++column) {
    lines[column] = line_of_column(column);
    CHECK(lines[column] / line_group == column / line_group);
  }
  std::ranges::sort(lines);
  for (std::size_t i = 0; i < lines.size(); ++i) CHECK(lines[i] == i);
}

TEST_CASE("residues: products of scaled and rounded lines are within the bound") {
  std::mt19937_64 random(6005);
  std::uniform_real_distribution<double> fraction(-1, 1);
  for (const std::size_t k : {64, 67, 1000, 4099}) {
    std::vector<double> x(k), y(k);
    for (double& value : x) value = std::ldexp(fraction(random), -300);
    for (double& value : y) value = fraction(random);
    const auto exponent_of = [](const std::vector<double>& line) {
      return line_exponent(std::inner_product(line.begin(), line.end(), line.begin(), 0.0));
    };
    const int x_exponent = exponent_of(x), y_exponent = exponent_of(y);
    long double exact = 0;
    std::vector<BiasedInteger> x_integers, y_integers;
    for (std::size_t i = 0; i < k; ++i) {
      const double scaled_x = std::ldexp(x[i], x_exponent), scaled_y = std::ldexp(y[i], y_exponent);
      exact += static_cast<long double>(scaled_x) * static_cast<long double>(scaled_y);
      x_integers.push_back(biased(std::llrint(scaled_x)));
      y_integers.push_back(biased(std::llrint(scaled_y)));
    }
    std::vector<std::uint32_t> residues;
    for_each_modulus([&](auto modulus) {
      std::uint32_t sum = 0;
      for (std::size_t i = 0; i < k; ++i) {
        sum += residue(x_integers[i], modulus) * residue(y_integers[i], modulus);
      }
      residues.push_back(reduced(sum, modulus.value, ~std::uint32_t{0} / modulus.value));
    });
    const double product = recombine([&](int index) { return residues[static_cast<std::size_t>(index)]; });
    const auto count = static_cast<long double>(k);
    const long double bound = std::sqrt(count * static_cast<long double>(squared_norm_limit)) + count / 4;
    CAPTURE(k);
    CHECK(std::abs(static_cast<long double>(product) - exact) <= bound + 0x1p-52L * std::abs(exact));
    CHECK(std::abs(exact) > 1e6L * bound);  // so that a wrong product would show
  }
}
