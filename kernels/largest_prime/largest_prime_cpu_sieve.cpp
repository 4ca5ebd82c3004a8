#include "kernels/largest_prime/largest_prime.hpp"

namespace kernels {

// placeholder until the segmented sieve is in place
LargestPrimeFunction largest_prime_cpu_trial_division;

void largest_prime_cpu_sieve(std::span<const std::uint64_t> bounds, std::span<std::uint64_t> primes) {
  largest_prime_cpu_trial_division(bounds, primes);
}

}  // namespace kernels
