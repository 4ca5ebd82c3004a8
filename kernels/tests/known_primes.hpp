#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

// Facts about primes that do not come from the code under test.

namespace kernels_tests {

inline constexpr std::uint64_t two_to_32 = std::uint64_t{1} << 32;
inline constexpr std::uint64_t two_to_63 = std::uint64_t{1} << 63;
inline constexpr std::uint64_t largest_bound = std::numeric_limits<std::uint64_t>::max();

struct Known {
  std::uint64_t bound, prime;
};

/// All bounds up to `end`, by the sieve of Eratosthenes.
inline std::vector<Known> all_bounds_up_to(std::uint64_t end) {
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

/// Whether no number up to the root divides it, by trial.
inline bool has_no_divisor(std::uint64_t number) {
  if (number % 2 == 0) return number == 2;
  for (std::uint64_t divisor = 3; divisor * divisor <= number; divisor += 2) {
    if (number % divisor == 0) return false;
  }
  return number > 1;
}

inline Known by_division(std::uint64_t bound) {
  std::uint64_t number = bound - 1;
  while (!has_no_divisor(number)) --number;
  return {bound, number};
}

/// Primes next to powers and below the longest gaps between primes (each
/// asked at the gap's upper end, where the way down is longest), as published
/// in C. Caldwell's Prime Pages and T. R. Nicely's tables of maximal gaps.
inline std::vector<Known> published() {
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
inline constexpr std::uint64_t impostors[] = {
    // Carmichael numbers: Fermat's test accepts them for every base that they share no factor with
    561, 1105, 1729, 2465, 2821, 6601, 8911, 825'265, 321'197'185, 5'394'826'801, 232'250'619'601,
    // the smallest strong pseudoprimes to base 2; 2, 3; 2, 3, 5; ... up to 2, ..., 17 (Pomerance, Selfridge
    // and Wagstaff 1980; Jaeschke 1993), and that to 2, 7, 61
    2047, 1'373'653, 25'326'001, 3'215'031'751, 2'152'302'898'747, 3'474'749'660'383, 341'550'071'728'321,
    4'759'123'141,
    // squares of the only primes whose squares pass the strong test to base 2
    1093ULL * 1093, 3511ULL * 3511,
    // squares of primes
    9, 25, 49, 121, 4489, 5041, 65'521ULL * 65'521, 65'537ULL * 65'537, 1'000'003ULL * 1'000'003};

/// Composites near 2^64, most of them products of two primes
/// of 32 bits: the bound one above, and the prime below.
inline std::vector<Known> composites_without_small_factors() {
  const std::uint64_t below_two_to_32 = two_to_32 - 5;
  // The primes below were computed by a separate program with arbitrary precision and thirteen bases.
  return {
      {below_two_to_32 * below_two_to_32 + 1, below_two_to_32 * below_two_to_32 - 2},
      {below_two_to_32 * (two_to_32 - 17) + 1, below_two_to_32 * (two_to_32 - 17) - 12},
      {3'825'123'056'546'413'051 + 1, 3'825'123'056'546'413'051 - 72},  // strong pseudoprime to 2, 3, ..., 23
      {60'977'817'398'996'785 + 1, 60'977'817'398'996'785 - 8},         // Carmichael numbers
      {7'156'857'700'403'137'441 + 1, 7'156'857'700'403'137'441 - 2},
  };
}

inline std::vector<Known> up_to(std::uint64_t largest, std::vector<Known> known) {
  std::erase_if(known, [&](const Known& k) { return k.bound > largest; });
  return known;
}

inline std::vector<Known> shuffled(std::vector<Known> known, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (std::size_t k = known.size(); k > 1; --k) std::swap(known[k - 1], known[random() % k]);
  return known;
}

}  // namespace kernels_tests
