#include "problems/common/frame/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include CATCH2_HEADER

using problems::Random;

TEST_CASE("the numbers of a seed never change") {
  // Computed by another implementation of SplitMix64 and xoshiro256**: test data depends on them.
  Random zero(0);
  CHECK(zero.next() == 0x99EC5F36CB75F2B4);
  CHECK(zero.next() == 0xBF6E1F784956452A);
  CHECK(zero.next() == 0x1A5F849D4933E6E0);
  Random other(20250914);
  CHECK(other.next() != Random(20250915).next());
  Random first(7);
  Random second(7);
  for (int i = 0; i < 100; ++i) CHECK(first.integer(-1000, 1000) == second.integer(-1000, 1000));
}

TEST_CASE("integers fill their range evenly") {
  Random random(31);
  std::array<int, 7> counts = {};
  constexpr int draws = 70'000;
  for (int i = 0; i < draws; ++i) {
    const int value = random.integer(-3, 3);
    REQUIRE(value >= -3);
    REQUIRE(value <= 3);
    ++counts[static_cast<std::size_t>(value + 3)];
  }
  // 10000 each, with a standard deviation of 93.
  for (const int count : counts) CHECK(std::abs(count - draws / 7) < 500);
}

TEST_CASE("a range that no power of two divides is not biased") {
  // Of 3 * 2^62 numbers, taking 64 bits modulo the range would draw the lowest third twice as often.
  Random random(32);
  constexpr std::uint64_t third = 1ULL << 62;
  int lowest = 0;
  for (int i = 0; i < 30'000; ++i) lowest += random.integer<std::uint64_t>(0, 3 * third - 1) < third;
  CHECK(std::abs(lowest - 10'000) < 500);
}

TEST_CASE("ranges of one value and of a whole type work") {
  Random random(33);
  CHECK(random.integer(5, 5) == 5);
  using Limits = std::numeric_limits<std::int64_t>;
  int negative = 0;
  for (int i = 0; i < 1000; ++i) negative += random.integer(Limits::min(), Limits::max()) < 0;
  CHECK(negative > 400);
  CHECK(negative < 600);
  for (int i = 0; i < 1000; ++i) CHECK(random.integer<std::int8_t>(-128, -127) < -126);
  CHECK_THROWS_AS(random.integer(1, 0), std::invalid_argument);
}

TEST_CASE("reals stay in their range and fill it") {
  Random random(34);
  double sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double value = random.real(-2, 6);
    REQUIRE(value >= -2);
    REQUIRE(value <= 6);
    sum += value;
  }
  CHECK(std::abs(sum / 10'000 - 2) < 0.1);
  CHECK(random.real(3, 3) == 3);
}

TEST_CASE("a shuffle keeps the values and reaches every order") {
  Random random(35);
  std::vector<int> values(100);
  std::iota(values.begin(), values.end(), 0);
  const std::vector<int> sorted = values;
  random.shuffle(values);
  CHECK(values != sorted);
  CHECK(std::is_permutation(values.begin(), values.end(), sorted.begin()));
  std::array<int, 6> orders = {};
  for (int i = 0; i < 6000; ++i) {
    std::vector<int> three = {0, 1, 2};
    random.shuffle(three);
    ++orders[static_cast<std::size_t>(2 * three[0] + (three[1] > three[2]))];
  }
  for (const int count : orders) CHECK(std::abs(count - 1000) < 200);
  std::vector<int> empty;
  CHECK_NOTHROW(random.shuffle(empty));
}
