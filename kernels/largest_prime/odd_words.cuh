#pragma once

#include <cstddef>
#include <cstdint>

// Odd numbers as bits of 32-bit words, for sieves: bit k of an array stands for low + 2 k + 1, with `low`
// even, and is set when that number is struck.

namespace kernels {

constexpr unsigned numbers_a_word = 64;

__device__ inline void strike(std::uint32_t* words, std::uint64_t k) {
  atomicOr(&words[k / 32], 1U << k % 32);
}

/// The bit of the first odd multiple of `prime` above `low` that has no smaller factor. Precondition:
/// prime^2 fits `Unsigned`.
template <class Unsigned>
__device__ Unsigned first_to_strike(Unsigned prime, Unsigned low) {
  const Unsigned square = prime * prime;
  Unsigned distance = square > low ? square - low : (prime - low % prime) % prime;
  if (distance % 2 == 0) distance += prime;
  return distance / 2;
}

namespace odd_words_detail {

/// The multiples of `prime` in a word whose first number leaves `remainder` when divided by it.
template <std::uint32_t prime>
__device__ std::uint32_t multiples_in_word(std::uint32_t remainder) {
  const std::uint32_t missing = remainder == 0 ? 0 : prime - remainder;
  const std::uint32_t first = (missing % 2 == 0 ? missing : missing + prime) / 2;  // 2 first = missing
  if constexpr (prime >= 32) return first < 32 ? 1U << first : 0;
  std::uint32_t every = 0;
  for (std::uint32_t k = 0; k < 32; k += prime) every |= 1U << k;
  return every << first;
}

template <std::uint32_t... primes>
__device__ std::uint32_t multiples_of(std::uint64_t first_number) {
  constexpr std::uint64_t product = (std::uint64_t{primes} * ...);
  static_assert(product < std::uint64_t{1} << 32);
  const auto remainder = static_cast<std::uint32_t>(first_number % product);
  return (multiples_in_word<primes>(remainder % primes) | ...);
}

constexpr std::uint32_t no_primes_of_first_word() {
  std::uint32_t struck = 1;  // 1 is not a prime
  for (std::uint32_t number = 3; number < numbers_a_word; number += 2) {
    for (std::uint32_t divisor = 3; divisor * divisor <= number; divisor += 2) {
      if (number % divisor == 0) struck |= 1U << number / 2;
    }
  }
  return struck;
}

__device__ constexpr std::uint32_t first_word = no_primes_of_first_word();

}  // namespace odd_words_detail

/// The word for `first_number` (odd) and the 31 odd numbers after it, all multiples of the odd primes below
/// 64 struck: three in five of all strikes that a sieve takes, at 250 instructions a word. The primes
/// themselves are left where `first_number` is 1, and 1 is not.
__device__ inline std::uint32_t struck_by_first_primes(std::uint64_t first_number) {
  if (first_number == 1) return odd_words_detail::first_word;
  return odd_words_detail::multiples_of<3, 5, 7, 11, 13, 17, 19, 23, 29>(first_number) |
         odd_words_detail::multiples_of<31, 37, 41, 43, 47>(first_number) |
         odd_words_detail::multiples_of<53, 59, 61>(first_number);
}

}  // namespace kernels
