// Trial division by the primes found so far.
//
// A number is prime when no prime up to its square root divides it. Those primes are themselves found by
// trial division, from 2 upwards, and kept: the list grows only as far as a candidate needs it, and serves
// every later candidate and every bound of the batch. A prime near N costs as many divisions as there are
// primes up to sqrt(N), and filling the list costs more than that: hopeless near 2^64, where the list would
// have 203 million primes.
//
// Source: the textbook example of enumeration; D. E. Knuth, The Art of Computer Programming 1, section 1.3.2,
// program P (the first five hundred primes).

#include <cassert>
#include <cstddef>
#include <vector>

#include "kernels/largest_prime/largest_prime.hpp"

namespace kernels {
namespace {

class PrimesSoFar {
 public:
  /// `number` is odd and at least 3.
  bool is_prime(std::uint64_t number) {
    for (std::size_t k = 0;; ++k) {
      if (k == primes_.size()) append_next();
      const std::uint64_t prime = primes_[k];
      const std::uint64_t quotient = number / prime;  // one division gives quotient and remainder
      if (quotient < prime) return true;              // prime^2 > number, without overflow
      if (number % prime == 0) return false;
    }
  }

 private:
  /// The next prime is below the square of the last, so this needs no prime that has not been found yet.
  void append_next() {
    std::uint64_t candidate = primes_.back() + 2;
    while (!is_prime(candidate)) candidate += 2;
    primes_.push_back(candidate);
  }

  std::vector<std::uint64_t> primes_{3};  // odd primes: candidates are odd
};

std::uint64_t largest_prime_below(std::uint64_t bound, PrimesSoFar& primes) {
  if (bound <= 2) return 0;
  if (bound == 3) return 2;
  std::uint64_t candidate = (bound - 2) | 1;  // the largest odd number below
  while (!primes.is_prime(candidate)) candidate -= 2;
  return candidate;
}

}  // namespace

void largest_prime_cpu_trial_division(std::span<const std::uint64_t> bounds,
                                      std::span<std::uint64_t> primes) {
  assert(bounds.size() == primes.size());
  PrimesSoFar primes_so_far;
  for (std::size_t k = 0; k < bounds.size(); ++k) primes[k] = largest_prime_below(bounds[k], primes_so_far);
}

}  // namespace kernels
