#include "kernels/prime_tally/prime_tally.hpp"
#include "kernels/prime_tally/prime_tally_through_gpu.hpp"

namespace kernels {

// To add a technique: one file prime_tally_<device>_<technique>, its name here, one row below.
PrimeTallyFunction prime_tally_cpu_segments;
PrimeTallyDeviceFunction prime_tally_gpu_wheel;

std::span<const PrimeTallyVariant> prime_tally_variants() {
  static constexpr PrimeTallyVariant variants[] = {
      {.name = "cpu-segments",
       .idea = "sieve the odd numbers, a segment that the cache holds after the other",
       .run = &prime_tally_cpu_segments,
       .largest_size = largest_prime_tally_limit},
      {.name = "gpu-wheel",
       .idea =
           "each block sieves segments in shared memory, a byte for a number that 2, 3 and 5 do not divide",
       .run = WARP_JUDGE_WITH_CUDA(&prime_tally_through_gpu<&prime_tally_gpu_wheel>),
       .run_on_device = WARP_JUDGE_WITH_CUDA(&prime_tally_gpu_wheel),
       .supported = &gpu_supported,
       .largest_size = largest_prime_tally_limit},
  };
  return variants;
}

}  // namespace kernels
