#include "kernels/largest_prime/largest_prime.hpp"

namespace kernels {

// To add a technique: one file largest_prime_cpu_<technique>.cpp, its name here, one row below.
// A largest size is where one bound takes somewhat under a second on a core of 2024.
LargestPrimeFunction largest_prime_cpu_miller_rabin;
LargestPrimeFunction largest_prime_cpu_trial_division;
LargestPrimeFunction largest_prime_cpu_sieve;

std::span<const LargestPrimeVariant> largest_prime_variants() {
  static constexpr LargestPrimeVariant variants[] = {
      {"cpu-miller-rabin", "test candidates downwards with seven strong-pseudoprime bases",
       largest_prime_cpu_miller_rabin},
      {.name = "cpu-trial-division",
       .idea = "divide candidates by the primes found so far, up to the square root",
       .run = largest_prime_cpu_trial_division,
       .largest_size = 100'000'000'000'000},
      {.name = "cpu-sieve",
       .idea = "strike the multiples of all primes up to the square root from a window below N",
       .run = largest_prime_cpu_sieve,
       .largest_size = 1'000'000'000'000'000'000},
  };
  return variants;
}

}  // namespace kernels
