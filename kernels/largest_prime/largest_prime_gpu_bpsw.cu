// The test of Baillie, Pomerance, Selfridge and Wagstaff over a batch of bounds: probable primes (see
// probable_primes.cuh) are confirmed with a Lucas test.
//
// Work near 2^64: 4.5 candidates on average at 64 squarings and doublings, then 62 pairs of products: some 410
// products where gpu-miller-rabin takes 950.

#include "kernels/largest_prime/lucas_test.hpp"
#include "kernels/largest_prime/probable_primes.cuh"

namespace kernels {
namespace {

struct PassesLucasTest {
  __device__ bool operator()(std::uint64_t number) const {
    LucasTest test(number);
#pragma unroll 1
    while (test.steps() > 0) test.step();
    return test.passes();
  }
};

}  // namespace

void largest_prime_gpu_bpsw(std::span<const std::uint64_t> bounds, std::span<std::uint64_t> primes,
                            GpuStream stream) {
  start_probable_primes<PassesLucasTest>(bounds, primes, stream);
}

}  // namespace kernels
