// Deterministic Miller-Rabin over a batch of bounds: probable primes (see probable_primes.cuh) are confirmed
// with the bases 2, 7, 61 below 4759123141 (Jaeschke), else Sinclair's seven.
//
// Work near 2^64: a bound takes 4.5 candidates on average (see candidates.hpp), each 64 squarings and
// doublings, then six bases at 64 squarings and 32 products: some 950 products of 36 instructions, 34000. An
// H200 does 32 to 64 such instructions a clock and multiprocessor: 2e8 to 4e8 bounds a second
// (measured: 2.4e8), a hundredth of what its memory could bring.
//
// Sources: see largest_prime_cpu_miller_rabin.cpp; G. Jaeschke, "On strong pseudoprimes to several bases",
// Mathematics of Computation 61 (1993).

#include <iterator>

#include "kernels/largest_prime/probable_primes.cuh"

namespace kernels {
namespace {

__constant__ constexpr std::uint32_t sinclair[] = {325, 9375, 28178, 450775, 9780504, 1795265022};
__constant__ constexpr std::uint32_t jaeschke[] = {7, 61};
constexpr std::size_t sinclair_bases = std::size(sinclair), jaeschke_bases = std::size(jaeschke);

struct PassesOtherBases {
  __device__ bool operator()(std::uint64_t number) const {
    const StrongTest test(number);
    const bool is_short = number < 4'759'123'141;
    const std::uint32_t* bases = is_short ? jaeschke : sinclair;
    const std::size_t count = is_short ? jaeschke_bases : sinclair_bases;
#pragma unroll 1  // six copies of the test would not fit the instruction cache
    for (std::size_t k = 0; k < count; ++k) {
      if (!test.passes(bases[k])) return false;
    }
    return true;
  }
};

}  // namespace

void largest_prime_gpu_miller_rabin(std::span<const std::uint64_t> bounds, std::span<std::uint64_t> primes,
                                    GpuStream stream) {
  start_probable_primes<PassesOtherBases>(bounds, primes, stream);
}

}  // namespace kernels
