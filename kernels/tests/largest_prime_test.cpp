#include "kernels/largest_prime/largest_prime.hpp"

#include <cstddef>
#include <limits>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include CATCH2_HEADER

using kernels::LargestPrimeFunction;

namespace {

constexpr std::uint64_t two_to_32 = std::uint64_t{1} << 32;
constexpr std::uint64_t two_to_63 = std::uint64_t{1} << 63;
constexpr std::uint64_t largest_bound = std::numeric_limits<std::uint64_t>::max();

struct Known {
  std::uint64_t bound, prime;
};

/// The first bound that `run` answers with something else, all of them given as one batch.
std::optional<std::uint64_t> first_wrong_bound(LargestPrimeFunction& run, const std::vector<Known>& known) {
  std::vector<std::uint64_t> bounds;
  for (const Known& k : known) bounds.push_back(k.bound);
  std::vector<std::uint64_t> primes(bounds.size(), 0xdeadbeef);
  run(bounds, primes);
  for (std::size_t k = 0; k < known.size(); ++k) {
    if (primes[k] != known[k].prime) return known[k].bound;
  }
  return std::nullopt;
}

/// All bounds up to `end`, by the sieve of Eratosthenes.
std::vector<Known> all_bounds_up_to(std::uint64_t end) {
  std::vector<bool> composite(end);
  std::vector<Known> known;
  std::uint64_t prime = 0;
  for (std::uint64_t bound = 0; bound <= end; ++bound) {
    const std::uint64_t number = bound - 1;
    if (number >= 2 && bound != 0 && !composite[number]) {
      prime = number;
      for (std::uint64_t k = number * number; k < end; k += number) composite[k] = true;
    }
    known.push_back({bound, prime});
  }
  return known;
}

/// By division by every odd number up to the root.
bool has_no_divisor(std::uint64_t number) {
  if (number % 2 == 0) return number == 2;
  for (std::uint64_t divisor = 3; divisor * divisor <= number; divisor += 2) {
    if (number % divisor == 0) return false;
  }
  return number > 1;
}

Known by_division(std::uint64_t bound) {
  std::uint64_t number = bound - 1;
  while (!has_no_divisor(number)) --number;
  return {bound, number};
}

/// Primes next to powers and below the longest gaps between primes (each asked at the gap's upper end, where
/// the way down is longest), as published in C. Caldwell's Prime Pages and T. R. Nicely's tables of maximal
/// gaps.
std::vector<Known> published() {
  std::vector<Known> known = {
      {two_to_32 - 5, two_to_32 - 17},
      {two_to_32 - 4, two_to_32 - 5},
      {two_to_32 - 1, two_to_32 - 5},
      {two_to_32, two_to_32 - 5},
      {two_to_32 + 1, two_to_32 - 5},
      {two_to_32 + 15, two_to_32 - 5},
      {two_to_32 + 16, two_to_32 + 15},
      {two_to_32 * 2, two_to_32 * 2 - 9},
      {1'000'000'000'000, 1'000'000'000'000 - 11},
      {100'000'000'000'000, 100'000'000'000'000 - 27},
      {10'000'000'000'000'000, 10'000'000'000'000'000 - 63},
      {100'000'000'000'000'000, 100'000'000'000'000'000 - 3},
      {two_to_63 - 165, two_to_63 - 259},
      {two_to_63 - 25, two_to_63 - 165},
      {two_to_63, two_to_63 - 25},
      {largest_bound - 82, largest_bound - 94},
      {largest_bound - 58, largest_bound - 82},
      {largest_bound - 57, largest_bound - 58},
      {largest_bound, largest_bound - 58},
  };
  const Known before_gap_and_length[] = {
      {31'397, 72},
      {370'261, 112},
      {2'010'733, 148},
      {436'273'009, 282},
      {10'726'904'659, 382},
      {304'599'508'537, 514},
      {1'408'695'493'609, 588},
      {1'425'172'824'437'699'411, 1476},
      {18'361'375'334'787'046'697U, 1550},
  };
  for (const auto& [prime, gap] : before_gap_and_length) known.push_back({prime + gap, prime});
  return known;
}

/// Composites that weak tests take for primes.
const std::uint64_t impostors[] = {
    // Carmichael numbers: Fermat's test accepts them for every base that they share no factor with
    561, 1105, 1729, 2465, 2821, 6601, 8911, 825'265, 321'197'185, 5'394'826'801, 232'250'619'601,
    // the smallest strong pseudoprimes to base 2; 2, 3; 2, 3, 5; ... up to 2, ..., 17 (Pomerance, Selfridge
    // and
    // Wagstaff 1980; Jaeschke 1993), and that to 2, 7, 61
    2047, 1'373'653, 25'326'001, 3'215'031'751, 2'152'302'898'747, 3'474'749'660'383, 341'550'071'728'321,
    4'759'123'141,
    // squares of primes
    9, 25, 49, 121, 4489, 5041, 65'521ULL * 65'521, 65'537ULL * 65'537, 1'000'003ULL * 1'000'003};

std::vector<Known> up_to(std::uint64_t largest, std::vector<Known> known) {
  std::erase_if(known, [&](const Known& k) { return k.bound > largest; });
  return known;
}

std::vector<Known> shuffled(std::vector<Known> known, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (std::size_t k = known.size(); k > 1; --k) std::swap(known[k - 1], known[random() % k]);
  return known;
}

/// Fermat's test to base 2: 2^(n - 1) = 1 modulo n. Right up to 341.
std::uint64_t largest_fermat_prime_below(std::uint64_t bound) {
  if (bound <= 3) return bound == 3 ? 2 : 0;
  for (std::uint64_t n = bound - 1; n >= 3; --n) {
    std::uint64_t power = 1;
    for (std::uint64_t k = 1; k < n; ++k) power = power * 2 % n;
    if (power == 1) return n;
  }
  return 2;
}

}  // namespace

TEST_CASE("every variant is right for every bound up to a million") {
  const std::vector<Known> known = shuffled(all_bounds_up_to(1'000'000), 17);
  for (const auto& variant : kernels::largest_prime_variants()) {
    INFO(variant.name);
    CHECK(first_wrong_bound(*variant.run, known) == std::nullopt);
  }
}

TEST_CASE("every variant is right for small bounds asked one at a time") {
  for (const auto& variant : kernels::largest_prime_variants()) {
    INFO(variant.name);
    for (const Known& known : all_bounds_up_to(5000))
      CHECK(first_wrong_bound(*variant.run, {known}) == std::nullopt);
  }
}

TEST_CASE("every variant is right at powers and after the longest gaps, up to its largest size") {
  for (const auto& variant : kernels::largest_prime_variants()) {
    INFO(variant.name);
    CHECK(first_wrong_bound(*variant.run, up_to(variant.largest_size, published())) == std::nullopt);
  }
}

TEST_CASE("no variant takes a pseudoprime for a prime") {
  std::vector<Known> known;
  for (const std::uint64_t impostor : impostors) {
    REQUIRE_FALSE(has_no_divisor(impostor));
    known.push_back(by_division(impostor + 1));
  }
  for (const auto& variant : kernels::largest_prime_variants()) {
    INFO(variant.name);
    CHECK(first_wrong_bound(*variant.run, up_to(variant.largest_size, known)) == std::nullopt);
  }
}

TEST_CASE("Miller-Rabin recognizes composites near 2^64 without small factors") {
  const auto* variant = kernels::find_variant(kernels::largest_prime_variants(), "cpu-miller-rabin");
  REQUIRE(variant != nullptr);
  const std::uint64_t below_two_to_32 = two_to_32 - 5;
  // The primes below were computed by a separate program with arbitrary precision and thirteen bases.
  const std::vector<Known> known = {
      {below_two_to_32 * below_two_to_32 + 1, below_two_to_32 * below_two_to_32 - 2},
      {below_two_to_32 * (two_to_32 - 17) + 1, below_two_to_32 * (two_to_32 - 17) - 12},
      {3'825'123'056'546'413'051 + 1, 3'825'123'056'546'413'051 - 72},  // strong pseudoprime to 2, 3, ..., 23
      {60'977'817'398'996'785 + 1, 60'977'817'398'996'785 - 8},         // Carmichael numbers
      {7'156'857'700'403'137'441 + 1, 7'156'857'700'403'137'441 - 2},
  };
  CHECK(first_wrong_bound(*variant->run, known) == std::nullopt);
}

TEST_CASE("every variant is right for batches of far, near and equal bounds in any order") {
  std::mt19937_64 random(2002);
  std::vector<Known> known;
  for (int k = 0; k < 40; ++k) {
    const std::uint64_t bound = 5000 + random() % (std::uint64_t{1} << (14 + random() % 26));
    // Equal to it, next to it, and at distances just short of, at and past the sieve's window.
    for (const std::uint64_t below : {0, 0, 1, 100, 2046, 2047, 2048, 2049, 4097}) {
      known.push_back(by_division(bound - below));
    }
  }
  for (const auto& variant : kernels::largest_prime_variants()) {
    INFO(variant.name);
    CHECK(first_wrong_bound(*variant.run, known) == std::nullopt);
    CHECK(first_wrong_bound(*variant.run, shuffled(known, 3)) == std::nullopt);
  }
}

TEST_CASE("every variant accepts no bounds, and may write over its input") {
  for (const auto& variant : kernels::largest_prime_variants()) {
    INFO(variant.name);
    variant.run({}, {});
    std::vector<std::uint64_t> numbers = {100, 0, 3, 10'000, 2, 4, 1};
    variant.run(numbers, numbers);
    CHECK(numbers == std::vector<std::uint64_t>{97, 0, 2, 9973, 0, 3, 0});
  }
}

TEST_CASE("the check catches wrong solutions") {
  const std::vector<Known> known = all_bounds_up_to(1000);
  LargestPrimeFunction* writes_nothing = [](std::span<const std::uint64_t>, std::span<std::uint64_t>) {};
  LargestPrimeFunction* includes_the_bound = [](std::span<const std::uint64_t> bounds,
                                                std::span<std::uint64_t> primes) {
    for (std::size_t k = 0; k < bounds.size(); ++k) primes[k] = by_division(bounds[k] + 1).prime;
  };
  LargestPrimeFunction* fermat_to_base_two = [](std::span<const std::uint64_t> bounds,
                                                std::span<std::uint64_t> primes) {
    for (std::size_t k = 0; k < bounds.size(); ++k) primes[k] = largest_fermat_prime_below(bounds[k]);
  };
  CHECK(first_wrong_bound(*writes_nothing, known) == 0U);
  CHECK(first_wrong_bound(*includes_the_bound, {known.begin() + 4, known.end()}) == 5U);
  CHECK(first_wrong_bound(*fermat_to_base_two, known) == 342U);
}
