// Deterministic Miller-Rabin test of the candidates below the bound.
//
// Write n - 1 = d * 2^s with d odd. For a prime n and any a that n does not divide, a^d = 1 or a^(d * 2^r) =
// -1 for some r < s (modulo n). A composite that passes for a base a is a strong pseudoprime to that base;
// below 2^64 none passes for all seven bases used here, so the answer is certain. Nearly every composite
// fails the first.
//
// Prime gaps near 2^64 are 44 on average. Most candidates fall to a division by a
// small prime, and that division is a multiplication: n is a multiple of the odd p
// exactly when n * p^-1 modulo 2^64 is at most (2^64 - 1) / p. Products modulo n
// avoid division by Montgomery's representation: x stands for x * 2^64 modulo n.
//
// Sources: M. O. Rabin, "Probabilistic algorithm for testing primality" (1980); the bases were found by J.
// Sinclair (2011) and checked against J. Feitsma's list of all base-2 pseudoprimes below 2^64; the
// divisibility test: T. Granlund and P. L. Montgomery, "Division by invariant integers using multiplication"
// (1994), section 9.

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <limits>

#include "kernels/largest_prime/largest_prime.hpp"
#include "kernels/largest_prime/montgomery.hpp"

namespace kernels {
namespace {

struct SmallPrime {
  std::uint64_t prime, inverse, largest_quotient;

  constexpr explicit SmallPrime(std::uint64_t p)
      : prime(p), inverse(inverse_of(p)), largest_quotient(std::numeric_limits<std::uint64_t>::max() / p) {}
  constexpr bool divides(std::uint64_t number) const { return number * inverse <= largest_quotient; }
};

constexpr std::array small_primes = {
    SmallPrime(3),  SmallPrime(5),  SmallPrime(7),  SmallPrime(11), SmallPrime(13), SmallPrime(17),
    SmallPrime(19), SmallPrime(23), SmallPrime(29), SmallPrime(31), SmallPrime(37), SmallPrime(41),
    SmallPrime(43), SmallPrime(47), SmallPrime(53), SmallPrime(59), SmallPrime(61), SmallPrime(67),
};

/// `base`^`exponent`; both the base and the power are in Montgomery's representation.
std::uint64_t power(const Montgomery& modulo, std::uint64_t base, std::uint64_t exponent) {
  std::uint64_t result = modulo.one();
  for (; exponent != 0; exponent >>= 1) {
    if (exponent & 1) result = modulo.product(result, base);
    base = modulo.product(base, base);
  }
  return result;
}

constexpr std::uint64_t bases[] = {2, 325, 9375, 28178, 450775, 9780504, 1795265022};

/// `number` is odd and at least 3.
bool is_prime(std::uint64_t number) {
  for (const SmallPrime& small : small_primes) {
    if (small.divides(number)) return number == small.prime;
  }
  const Montgomery modulo(number);
  const std::uint64_t one = modulo.one();
  const int twos = std::countr_zero(number - 1);
  const std::uint64_t odd_part = (number - 1) >> twos;
  for (const std::uint64_t base : bases) {
    if (base % number == 0) continue;  // says nothing about a number that divides the base
    std::uint64_t value = power(modulo, modulo.of(base), odd_part);
    bool passes = value == one || value == number - one;
    for (int squarings = 1; squarings < twos && !passes; ++squarings) {
      value = modulo.product(value, value);
      passes = value == number - one;
    }
    if (!passes) return false;
  }
  return true;
}

std::uint64_t largest_prime_below(std::uint64_t bound) {
  if (bound <= 2) return 0;
  if (bound == 3) return 2;
  std::uint64_t candidate = (bound - 2) | 1;  // the largest odd number below
  while (!is_prime(candidate)) candidate -= 2;
  return candidate;
}

}  // namespace

void largest_prime_cpu_miller_rabin(std::span<const std::uint64_t> bounds, std::span<std::uint64_t> primes) {
  assert(bounds.size() == primes.size());
  for (std::size_t k = 0; k < bounds.size(); ++k) primes[k] = largest_prime_below(bounds[k]);
}

}  // namespace kernels
