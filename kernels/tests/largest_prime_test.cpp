#include "kernels/largest_prime/largest_prime.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include CATCH2_HEADER

#include "kernels/largest_prime/lucas_test.hpp"
#include "kernels/largest_prime/near_multiples.hpp"
#include "kernels/tests/known_primes.hpp"
#include "kernels/tests/table_check.hpp"
#include "kernels/tests/without_threads.hpp"

using kernels::LargestPrimeFunction;
using namespace kernels_tests;

namespace {

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

/// The first of the numbers that NearMultiples takes for a near one wrongly, or misses, or misplaces.
std::optional<std::uint64_t> first_misjudged(std::uint32_t divisor,
                                             const std::vector<std::uint64_t>& numbers) {
  const kernels::NearMultiples multiples(divisor);
  for (const std::uint64_t number : numbers) {
    const std::uint32_t distance =
        multiples.distance(static_cast<double>(number), static_cast<std::uint32_t>(number));
    const std::uint64_t expected = number % divisor;
    const bool is_near = expected < kernels::NearMultiples::reach;
    if (is_near ? distance != expected : distance < kernels::NearMultiples::reach) return number;
  }
  return std::nullopt;
}

/// Numbers about multiples of `divisor` of all lengths, about the middle between two, and random ones.
std::vector<std::uint64_t> numbers_about_multiples(std::uint64_t divisor, std::mt19937_64& random) {
  constexpr std::uint64_t reach = kernels::NearMultiples::reach;
  std::vector<std::uint64_t> numbers = {0, 1, largest_bound};
  for (int k = 0; k < 3000; ++k) {
    const std::uint64_t any = random() >> random() % 64;
    const std::uint64_t from_the_end = k % 2 == 0 ? any : largest_bound - any;
    const std::uint64_t multiple = from_the_end / divisor * divisor;
    for (const std::uint64_t above :
         {std::uint64_t{0}, std::uint64_t{1}, reach - 1, reach, divisor / 2, divisor / 2 + 1, divisor - 1}) {
      numbers.push_back(multiple + above);  // may wrap to a number that is as good
    }
    numbers.push_back(from_the_end);
  }
  for (int bit = 1; bit < 64; ++bit) {
    for (const std::uint64_t beside : {-1, 0, 1}) numbers.push_back((std::uint64_t{1} << bit) + beside);
  }
  return numbers;
}

}  // namespace

TEST_CASE("largest_prime: the table") {
  CHECK(kernels_tests::table_complaint(kernels::largest_prime_variants(), "cpu-miller-rabin") == "");
}

TEST_CASE("every variant is right for every bound up to a million") {
  const std::vector<Known> known = shuffled(all_bounds_up_to(1'000'000), 17);
  for (const auto& variant : kernels::largest_prime_variants()) {
    if (!variant.supported().available) continue;
    INFO(variant.name);
    CHECK(first_wrong_bound(*variant.run, known) == std::nullopt);
  }
}

TEST_CASE("every variant for the CPU is right where no thread can be started") {
  const std::vector<Known> known = shuffled(all_bounds_up_to(5000), 18);
  check_without_threads(kernels::largest_prime_variants(),
                        [&](LargestPrimeFunction& run) { return !first_wrong_bound(run, known); });
}

TEST_CASE("every variant is right for small bounds asked one at a time") {
  for (const auto& variant : kernels::largest_prime_variants()) {
    if (!variant.supported().available) continue;
    INFO(variant.name);
    for (const Known& known : all_bounds_up_to(5000))
      CHECK(first_wrong_bound(*variant.run, {known}) == std::nullopt);
  }
}

TEST_CASE("every variant is right at powers and after the longest gaps, up to its largest size") {
  for (const auto& variant : kernels::largest_prime_variants()) {
    if (!variant.supported().available) continue;
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
    if (!variant.supported().available) continue;
    INFO(variant.name);
    CHECK(first_wrong_bound(*variant.run, up_to(variant.largest_size, known)) == std::nullopt);
  }
}

TEST_CASE("Miller-Rabin recognizes composites near 2^64 without small factors") {
  const auto* variant = kernels::find_variant(kernels::largest_prime_variants(), "cpu-miller-rabin");
  REQUIRE(variant != nullptr);
  CHECK(first_wrong_bound(*variant->run, composites_without_small_factors()) == std::nullopt);
}

TEST_CASE("the Lucas test agrees with seven bases about numbers that base 2 often takes for primes") {
  // p (2 p - 1) and p (3 p - 2), of which many pass for base 2, and random numbers of all lengths.
  std::mt19937_64 random(2007);
  std::vector<std::uint64_t> bounds;
  for (int k = 0; k < 4000; ++k) {
    const std::uint64_t factor = random() >> (33 + random() % 20) | 1;
    bounds.push_back(factor * (2 * factor - 1) + 1);
    bounds.push_back(factor * (3 * factor - 2) + 1);
    bounds.push_back(random() >> random() % 64);
    bounds.push_back(largest_bound - random() % 100'000);
  }
  const auto run = [&](std::string_view name) {
    std::vector<std::uint64_t> primes(bounds.size());
    kernels::find_variant(kernels::largest_prime_variants(), name)->run(bounds, primes);
    return primes;
  };
  const std::vector<std::uint64_t> by_seven_bases = run("cpu-miller-rabin");
  CHECK(run("cpu-bpsw") == by_seven_bases);
  CHECK(run("cpu-bpsw-parallel") == by_seven_bases);
}

TEST_CASE("a Lucas test fails what passes for base 2, and no prime") {
  const auto passes = [](std::uint64_t number) {
    kernels::LucasTest test(number);
    while (test.steps() > 0) test.step();
    return test.passes();
  };
  // Strong pseudoprimes to base 2 of several lengths, and the two squares.
  const std::uint64_t strong_pseudoprimes[] = {2047,       1'194'649,     12'327'121,
                                               25'326'001, 3'215'031'751, 3'825'123'056'546'413'051};
  for (const std::uint64_t impostor : strong_pseudoprimes) {
    CAPTURE(impostor);
    CHECK_FALSE(passes(impostor));
  }
  // 2^13 - 1 and the like have no step at all.
  const std::uint64_t primes[] = {1009, 8191, 2'147'483'647, (std::uint64_t{1} << 61) - 1,
                                  largest_bound - 58};
  for (const std::uint64_t prime : primes) {
    CAPTURE(prime);
    CHECK(passes(prime));
  }
}

TEST_CASE("a value of Montgomery's representation is divided by powers of 2") {
  std::mt19937_64 random(20261123);
  for (int k = 0; k < 1000; ++k) {
    const std::uint64_t modulus = random() >> (k % 50) | 1;
    const std::uint64_t value = random() % modulus;
    const kernels::Montgomery modulo(modulus);
    for (int count = 0; count < 64; ++count) {
      std::uint64_t doubled = modulo.shifted(value, count);
      for (int twice = 0; twice < count; ++twice) doubled = modulo.sum(doubled, doubled);
      CAPTURE(modulus, value, count);
      REQUIRE(doubled == value);
    }
  }
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
    if (!variant.supported().available) continue;
    INFO(variant.name);
    CHECK(first_wrong_bound(*variant.run, known) == std::nullopt);
    CHECK(first_wrong_bound(*variant.run, shuffled(known, 3)) == std::nullopt);
  }
}

TEST_CASE("every variant accepts no bounds, and may write over its input") {
  for (const auto& variant : kernels::largest_prime_variants()) {
    if (!variant.supported().available) continue;
    INFO(variant.name);
    variant.run({}, {});
    std::vector<std::uint64_t> numbers = {100, 0, 3, 10'000, 2, 4, 1};
    variant.run(numbers, numbers);
    CHECK(numbers == std::vector<std::uint64_t>{97, 0, 2, 9973, 0, 3, 0});
  }
}

TEST_CASE("the numbers shortly above a multiple are found exactly") {
  std::mt19937_64 random(2005);
  std::vector<std::uint32_t> divisors = {16384,         16385,         16411,         65521,        65537,
                                         2'147'483'647, 2'147'483'648, 4'294'967'279, 4'294'967'295};
  for (int k = 0; k < 100; ++k) {
    const auto divisor = static_cast<std::uint32_t>(random() >> (32 + random() % 18));
    divisors.push_back(std::max(divisor, kernels::NearMultiples::smallest_divisor));
  }
  for (const std::uint32_t divisor : divisors) {
    CAPTURE(divisor);
    CHECK(first_misjudged(divisor, numbers_about_multiples(divisor, random)) == std::nullopt);
  }
  // Too short a divisor: its quotients have too many bits.
  CHECK(first_misjudged(67, numbers_about_multiples(67, random)) != std::nullopt);
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
