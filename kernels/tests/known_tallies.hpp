#pragma once

#include <cstdint>
#include <vector>

#include "kernels/prime_tally/prime_tally.hpp"

namespace kernels_tests {

struct KnownTally {
  std::uint64_t limit;
  kernels::PrimeTally tally;
};

/// Tallies as published: numbers of primes in OEIS A006880, sums in A046731.
inline std::vector<KnownTally> published_tallies() {
  return {{10, {4, 17}},
          {100, {25, 1060}},
          {1000, {168, 76'127}},
          {10'000, {1229, 5'736'396}},
          {100'000, {9592, 454'396'537}},
          {1'000'000, {78'498, 37'550'402'023}},
          {10'000'000, {664'579, 3'203'324'994'356}},
          {100'000'000, {5'761'455, 279'209'790'387'276}},
          {1'000'000'000, {50'847'534, 24'739'512'092'254'535}},
          {10'000'000'000, {455'052'511, 2'220'822'432'581'729'238}}};
}

/// Tallies for every limit up to `end`, by the sieve of Eratosthenes.
inline std::vector<KnownTally> all_tallies_up_to(std::uint64_t end) {
  std::vector<bool> composite(end + 1);
  std::vector<KnownTally> known;
  kernels::PrimeTally tally;
  for (std::uint64_t limit = 0; limit <= end; ++limit) {
    known.push_back({limit, tally});
    if (limit < 2 || composite[limit]) continue;
    ++tally.count;
    tally.sum += limit;
    for (std::uint64_t k = limit * limit; k <= end; k += limit) composite[k] = true;
  }
  return known;
}

}  // namespace kernels_tests
