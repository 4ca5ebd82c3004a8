// The sieve of Eratosthenes over the odd numbers, segment by segment.
//
// A segment has a byte for each of 2^17 odd numbers, which fit into the level-2 cache; the next multiple of
// each prime is kept from one segment to the next.
//
// Sources: C. Bays, R. H. Hudson, "The segmented sieve of Eratosthenes and primes in arithmetic progressions
// to 10^12", BIT 17 (1977).

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

#include "kernels/prime_tally/prime_tally.hpp"

namespace kernels {
namespace {

struct Striker {
  std::size_t prime, next;  ///< `next`: the place of its next multiple, counted from the segment's begin
};

/// The odd primes whose squares are below `limit`, each at its square in the first segment: place k is 2 k + 1.
std::vector<Striker> strikers_below(std::uint64_t limit) {
  std::vector<Striker> strikers;
  for (std::uint64_t number = 3; number * number < limit; number += 2) {
    bool is_prime = true;
    for (const Striker& striker : strikers) {
      if (striker.prime * striker.prime > number) break;
      if (number % striker.prime == 0) is_prime = false;
    }
    if (is_prime) strikers.push_back({number, number * number / 2});
  }
  return strikers;
}

}  // namespace

PrimeTally prime_tally_cpu_segments(std::uint64_t limit) {
  assert(limit <= largest_prime_tally_limit);
  constexpr std::size_t segment_size = 1 << 17;
  if (limit <= 2) return {};
  PrimeTally tally{1, 2};
  std::vector<Striker> strikers = strikers_below(limit);
  std::vector<unsigned char> struck(segment_size);
  const std::uint64_t odd_numbers = limit / 2;
  for (std::uint64_t begin = 0; begin < odd_numbers; begin += segment_size) {
    std::fill(struck.begin(), struck.end(), 0);
    if (begin == 0) struck[0] = 1;  // the number 1
    for (Striker& striker : strikers) {
      for (; striker.next < segment_size; striker.next += striker.prime) struck[striker.next] = 1;
      striker.next -= segment_size;
    }
    const std::size_t size = std::min<std::uint64_t>(segment_size, odd_numbers - begin);
    for (std::size_t k = 0; k < size; ++k) {
      const std::uint64_t is_prime = struck[k] == 0;
      tally.count += is_prime;
      tally.sum += is_prime * (2 * (begin + k) + 1);
    }
  }
  return tally;
}

}  // namespace kernels
