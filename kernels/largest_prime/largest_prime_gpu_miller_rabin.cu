// Deterministic Miller-Rabin over a batch of bounds, in two kernels.
//
// The first looks, below each bound, for the largest strong probable prime to base 2. One that passes is
// composite once in some 10^10 times, but how many candidates fail before it differs from bound to bound, by
// a factor of ten within a warp. So a thread does not wait for its neighbours: in every turn of its loop it
// tests one candidate, of the bound it is at, and when it has found one goes on to its next bound in the
// same turn. The second kernel tests what was found with the other bases; there all threads do the same
// work. One whose finding fails goes on alone.
//
// Bases: 2, 7, 61 below 4759123141 (Jaeschke), else Sinclair's seven.
//
// Work near 2^64: a bound takes 4.5 candidates on average (see candidates.cuh), each 64 squarings and
// doublings, then six bases at 64 squarings and 32 products: some 950 products of 36 instructions, 34000. An
// H200 does 32 to 64 such instructions a clock and multiprocessor: 2e8 to 4e8 bounds a second
// (measured: 2.4e8), a hundredth of what its memory could bring.
//
// Sources: see largest_prime_cpu_miller_rabin.cpp; G. Jaeschke, "On strong pseudoprimes to several bases",
// Mathematics of Computation 61 (1993).

#include <iterator>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/largest_prime/candidates.cuh"
#include "kernels/largest_prime/largest_prime.hpp"
#include "kernels/largest_prime/strong_test.cuh"

namespace kernels {
namespace {

constexpr int block_threads = 256;
constexpr std::uint64_t sieved_root = 251;  // the smallest prime that Candidates does not strike with

/// By division; for bounds up to Candidates::too_small.
__device__ std::uint64_t largest_prime_below_small(std::uint32_t bound) {
  if (bound <= 3) return bound == 3 ? 2 : 0;
  std::uint32_t number = (bound - 2) | 1;
  for (std::uint32_t divisor = 3; divisor * divisor <= number;) {
    if (number % divisor == 0) {
      number -= 2;
      divisor = 3;
    } else {
      divisor += 2;
    }
  }
  return number;
}

/// The bounds of one thread, one after the other; answers the small ones itself.
class Bounds {
 public:
  __device__ Bounds(const std::uint64_t* bounds, std::uint64_t* primes, std::size_t size)
      : bounds_(bounds),
        primes_(primes),
        size_(size),
        step_(std::size_t{gridDim.x} * blockDim.x),
        at_(std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) {
    answer_small();
  }

  __device__ bool done() const { return at_ >= size_; }
  __device__ std::uint64_t bound() const { return bounds_[at_]; }
  __device__ void answer(std::uint64_t prime) {
    primes_[at_] = prime;
    at_ += step_;
    answer_small();
  }

 private:
  __device__ void answer_small() {
    for (; at_ < size_ && bounds_[at_] <= Candidates::too_small; at_ += step_) {
      primes_[at_] = largest_prime_below_small(static_cast<std::uint32_t>(bounds_[at_]));
    }
  }

  const std::uint64_t* bounds_;
  std::uint64_t* primes_;
  std::size_t size_, step_, at_;
};

__global__ void find_probable_primes(const std::uint64_t* bounds, std::uint64_t* primes, std::size_t size) {
  Bounds mine(bounds, primes, size);
  if (mine.done()) return;
  for (Candidates candidates(mine.bound());;) {
    const std::uint64_t candidate = candidates.next();
    if (!StrongTest(candidate).passes_base_two()) continue;
    mine.answer(candidate);
    if (mine.done()) return;
    candidates = Candidates(mine.bound());
  }
}

__constant__ constexpr std::uint32_t sinclair[] = {325, 9375, 28178, 450775, 9780504, 1795265022};
__constant__ constexpr std::uint32_t jaeschke[] = {7, 61};
constexpr std::size_t sinclair_bases = std::size(sinclair), jaeschke_bases = std::size(jaeschke);

/// For an odd number without a factor below `sieved_root` that passed for base 2.
__device__ bool passes_other_bases(std::uint64_t number) {
  if (number < sieved_root * sieved_root) return true;
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

/// The same for one bound alone; a call, as it is hardly ever needed.
__device__ __noinline__ std::uint64_t largest_prime_below(std::uint64_t bound) {
  Candidates candidates(bound);
  while (true) {
    const std::uint64_t candidate = candidates.next();
    if (StrongTest(candidate).passes_base_two() && passes_other_bases(candidate)) return candidate;
  }
}

__global__ void confirm(std::uint64_t* primes, std::size_t size) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t k = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; k < size; k += step) {
    const std::uint64_t found = primes[k];
    if (found <= Candidates::too_small || passes_other_bases(found)) continue;
    primes[k] = largest_prime_below(found);
  }
}

}  // namespace

void largest_prime_gpu_miller_rabin(std::span<const std::uint64_t> bounds, std::span<std::uint64_t> primes,
                                    GpuStream stream) {
  if (bounds.empty()) return;
  static const unsigned most_to_find = resident_blocks(find_probable_primes, block_threads);
  find_probable_primes<<<grid_for(bounds.size(), block_threads, most_to_find), block_threads, 0, stream>>>(
      bounds.data(), primes.data(), bounds.size());
  check_launch("largest_prime_gpu_miller_rabin: finding probable primes");
  static const unsigned most_to_confirm = resident_blocks(confirm, block_threads);
  confirm<<<grid_for(primes.size(), block_threads, most_to_confirm), block_threads, 0, stream>>>(
      primes.data(), primes.size());
  check_launch("largest_prime_gpu_miller_rabin: confirming them");
}

}  // namespace kernels
