#include "kernels/largest_prime/largest_prime.hpp"
#include "kernels/largest_prime/largest_prime_through_gpu.hpp"

namespace kernels {

// To add a technique: one file largest_prime_<device>_<technique>, its name here, one row below.
// A largest size is where one bound takes somewhat under a second on a core of 2024; on a GPU none does. (On
// the emulated one it takes two seconds.)
LargestPrimeFunction largest_prime_cpu_miller_rabin;
LargestPrimeFunction largest_prime_cpu_bpsw;
LargestPrimeFunction largest_prime_cpu_bpsw_parallel;
LargestPrimeFunction largest_prime_cpu_trial_division;
LargestPrimeFunction largest_prime_cpu_sieve;
LargestPrimeDeviceFunction largest_prime_gpu_miller_rabin;
LargestPrimeDeviceFunction largest_prime_gpu_bpsw;
LargestPrimeDeviceFunction largest_prime_gpu_sieve;

std::span<const LargestPrimeVariant> largest_prime_variants() {
  static constexpr LargestPrimeVariant variants[] = {
      {.name = "cpu-miller-rabin",
       .idea = "test candidates downwards with seven strong-pseudoprime bases",
       .run = &largest_prime_cpu_miller_rabin},
      {.name = "cpu-bpsw",
       .idea = "test candidates downwards, four side by side with base 2, then by a Lucas sequence",
       .run = &largest_prime_cpu_bpsw},
      {.name = "cpu-bpsw-parallel",
       .idea = "parts of the batch on every core, each tested as by cpu-bpsw",
       .run = &largest_prime_cpu_bpsw_parallel,
       .uses_all_cores = true},
      {.name = "cpu-trial-division",
       .idea = "divide candidates by the primes found so far, up to the square root",
       .run = &largest_prime_cpu_trial_division,
       .largest_size = 100'000'000'000'000},
      {.name = "cpu-sieve",
       .idea = "strike the multiples of all primes up to the square root from a window below N",
       .run = &largest_prime_cpu_sieve,
       .largest_size = 1'000'000'000'000'000'000},
      {.name = "gpu-miller-rabin",
       .idea = "every thread tests candidates downwards, first all with base 2, then with six more",
       .run = WARP_JUDGE_WITH_CUDA(&largest_prime_through_gpu<&largest_prime_gpu_miller_rabin>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&largest_prime_gpu_miller_rabin),
       .supported = &gpu_supported},
      {.name = "gpu-bpsw",
       .idea = "every thread tests candidates downwards, first all with base 2, then by a Lucas sequence",
       .run = WARP_JUDGE_WITH_CUDA(&largest_prime_through_gpu<&largest_prime_gpu_bpsw>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&largest_prime_gpu_bpsw),
       .supported = &gpu_supported},
      {.name = "gpu-sieve",
       .idea = "blocks sieve segments in shared memory and strike the windows below each N",
       .run = WARP_JUDGE_WITH_CUDA(&largest_prime_through_gpu<&largest_prime_gpu_sieve>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&largest_prime_gpu_sieve),
       .supported = &gpu_supported,
       .largest_size = gpu_is_emulated ? 10'000'000'000'000'000 : no_size_limit},
  };
  return variants;
}

}  // namespace kernels
