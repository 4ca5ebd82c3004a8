#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/largest_prime/candidates.hpp"
#include "kernels/largest_prime/largest_prime.hpp"
#include "kernels/largest_prime/strong_test.cuh"

// What the GPU variants that test candidates share: two kernels, and only what confirms a number is different.
//
// The first looks, below each bound, for the largest strong probable prime to base 2. One that passes is
// composite once in some 10^10 times, but how many candidates fail before it differs from bound to bound, by
// a factor of ten within a warp. So a thread does not wait for its neighbours: in every turn of its loop it
// tests one candidate, of the bound it is at, and when it has found one goes on to its next bound in the
// same turn. The second kernel confirms what was found; there all threads do the same
// work. One whose finding fails goes on alone.

namespace kernels {

/// The bounds of one thread, one after another; answers small ones directly.
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

static __global__ void find_probable_primes(const std::uint64_t* bounds, std::uint64_t* primes,
                                            std::size_t size) {
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

/// Finds the answer for one bound alone, in a separate function, because it is hardly ever needed.
template <class Confirmed>
__device__ __noinline__ std::uint64_t largest_prime_below(std::uint64_t bound, Confirmed confirmed) {
  Candidates candidates(bound);
  while (true) {
    const std::uint64_t candidate = candidates.next();
    if (!StrongTest(candidate).passes_base_two()) continue;
    if (candidate < Candidates::certain_below || confirmed(candidate)) return candidate;
  }
}

template <class Confirmed>
__global__ void confirm(std::uint64_t* primes, std::size_t size, Confirmed confirmed) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t k = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; k < size; k += step) {
    const std::uint64_t found = primes[k];
    if (found < Candidates::certain_below || confirmed(found)) continue;
    primes[k] = largest_prime_below(found, confirmed);
  }
}

/// `Confirmed`: a function object for the device that returns whether a number that passed for base 2 is
/// prime.
template <class Confirmed>
void start_probable_primes(std::span<const std::uint64_t> bounds, std::span<std::uint64_t> primes,
                           GpuStream stream) {
  constexpr int block_threads = 256;
  if (bounds.empty()) return;
  static const unsigned most_to_find = resident_blocks(find_probable_primes, block_threads);
  find_probable_primes<<<grid_for(bounds.size(), block_threads, most_to_find), block_threads, 0, stream>>>(
      bounds.data(), primes.data(), bounds.size());
  check_launch("largest_prime: finding probable primes");
  static const unsigned most_to_confirm = resident_blocks(confirm<Confirmed>, block_threads);
  confirm<<<grid_for(primes.size(), block_threads, most_to_confirm), block_threads, 0, stream>>>(
      primes.data(), primes.size(), Confirmed{});
  check_launch("largest_prime: confirming them");
}

}  // namespace kernels
