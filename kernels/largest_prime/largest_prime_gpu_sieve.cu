// A segmented sieve of odd numbers on the GPU.
//
// The method of largest_prime_cpu_sieve.cpp: the answer lies within 2048 numbers below its bound, and what
// is left there after striking the odd multiples of every odd prime up to the square root is prime. Each
// bound has a window of its own, 32 words in device memory; nothing is sorted or merged.
//
// The striking primes are never stored. A block holds a segment of 2^19 numbers in shared memory, one bit an
// odd number, sieves it with the primes below 2^16 (which it found first, in the same way), and at once
// strikes its windows with every prime that is left: a thread takes the primes of a word of the segment. The
// grid has two dimensions: across one, blocks share the segments, across the other, the bounds. A single
// bound has all blocks sieve for it; with many bounds every block walks all segments for its own.
//
// Work: striking a window asks for one 64-bit remainder, some 100 instructions, for each prime up to the
// root; below 2^64 there are 2 * 10^8 of them, 1.5 ms on an H200. Sieving up to the root, 2^32, takes 5 *
// 10^9 strikes in shared memory: about 10 ms. So one bound near 2^64 takes about 12 ms and each one of a
// large batch 3 ms (Miller-Rabin: nanoseconds).
//
// Scratch: 128 bytes a bound, at most 128 MiB, held by a StreamBuffer.
//
// Sources: see largest_prime_cpu_sieve.cpp.

#include <algorithm>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/gpu/stream_buffer.hpp"
#include "kernels/largest_prime/largest_prime.hpp"

namespace kernels {
namespace {

constexpr int block_threads = 256;
constexpr unsigned warps = block_threads / 32;
constexpr unsigned numbers_a_word = 64;  // a word is 32 odd numbers
constexpr unsigned small_words = (1 << 16) / numbers_a_word;
constexpr unsigned segment_words = 1 << 13;
constexpr std::uint64_t segment_numbers = std::uint64_t{segment_words} * numbers_a_word;
constexpr unsigned window_words = 32;
constexpr std::uint64_t window_numbers = window_words * numbers_a_word;
constexpr std::size_t most_windows = 1 << 20;  // at a time

/// Bit k of `words` stands for the odd number low + 2 k + 1 and is set when the number is struck.
__device__ void strike(std::uint32_t* words, std::uint64_t k) {
  atomicOr(&words[k / 32], 1U << k % 32);
}

/// The first odd multiple of `prime` above `low` (even) that has no smaller factor, as a bit's number.
/// Precondition: prime^2 fits 64 bits. Unsigned is wide enough for all that comes in.
template <class Unsigned>
__device__ Unsigned first_to_strike(Unsigned prime, Unsigned low) {
  const Unsigned square = prime * prime;
  Unsigned distance = square > low ? square - low : (prime - low % prime) % prime;
  if (distance % 2 == 0) distance += prime;
  return distance / 2;
}

/// The primes below 2^16, and 1: bit 0 is struck, too. By all threads of a block.
__device__ void sieve_small(std::uint32_t (&words)[small_words]) {
  for (unsigned k = threadIdx.x; k < small_words; k += block_threads) words[k] = k == 0 ? 1 : 0;
  __syncthreads();
  for (unsigned odd = 3 + threadIdx.x / 32 * 2; odd < 256; odd += 2 * warps) {
    for (unsigned k = odd * odd / 2 + threadIdx.x % 32 * odd; k < small_words * 32; k += 32 * odd) {
      strike(words, k);
    }
  }
  __syncthreads();
}

/// `thread` of `threads` that strike the multiples of the primes of a word together.
__device__ void strike_segment(std::uint32_t (&segment)[segment_words], std::uint32_t low,
                               const std::uint32_t (&small)[small_words], unsigned word, unsigned thread,
                               unsigned threads) {
  for (std::uint32_t left = ~small[word]; left != 0; left &= left - 1) {
    const unsigned prime = word * numbers_a_word + 2 * static_cast<unsigned>(__ffs(left) - 1) + 1;
    if (std::uint64_t{prime} * prime >= low + segment_numbers) break;
    for (std::uint32_t k = first_to_strike(prime, low) + thread * prime; k < segment_words * 32;
         k += threads * prime) {
      strike(segment, k);
    }
  }
}

/// The primes from `low` on. By all threads of a block.
__device__ void sieve_segment(std::uint32_t (&segment)[segment_words], std::uint32_t low,
                              const std::uint32_t (&small)[small_words]) {
  __syncthreads();  // all have read the segment before
  for (unsigned k = threadIdx.x; k < segment_words; k += block_threads) segment[k] = 0;
  __syncthreads();
  if (threadIdx.x == 0 && low == 0) strike(segment, 0);  // 1 is no prime
  // The first word's primes make more than half of all strikes: the whole block takes one after the other.
  strike_segment(segment, low, small, 0, threadIdx.x, block_threads);
  for (unsigned word = 1 + threadIdx.x / 32; word < small_words; word += warps) {
    strike_segment(segment, low, small, word, threadIdx.x % 32, 32);
  }
  __syncthreads();
}

__device__ std::uint64_t window_low(std::uint64_t bound) {
  return bound > window_numbers ? (bound - window_numbers) & ~std::uint64_t{1} : 0;
}

__device__ void strike_window(std::uint32_t* window, std::uint64_t bound, std::uint64_t prime) {
  if (prime * prime >= bound) return;
  const std::uint64_t low = window_low(bound), count = (bound - low) / 2;
  for (std::uint64_t k = first_to_strike(prime, low); k < count; k += prime) strike(window, k);
}

/// The smallest number whose square is at least `square`; at most 2^32.
__device__ std::uint64_t ceil_of_root(std::uint64_t square) {
  auto root = static_cast<std::uint64_t>(sqrt(static_cast<double>(square)));  // off by less than one
  while (root > 0 && (root - 1) * (root - 1) >= square) --root;
  while (root < (std::uint64_t{1} << 32) && root * root < square) ++root;
  return root;
}

/// The largest of this block's bounds. By all threads of a block.
__device__ std::uint64_t largest_bound(const std::uint64_t* bounds, std::size_t size) {
  __shared__ unsigned long long largest;
  if (threadIdx.x == 0) largest = 0;
  __syncthreads();
  unsigned long long mine = 0;
  for (std::size_t k = blockIdx.y + std::size_t{gridDim.y} * threadIdx.x; k < size;
       k += std::size_t{gridDim.y} * block_threads) {
    mine = max(mine, static_cast<unsigned long long>(bounds[k]));
  }
  atomicMax(&largest, mine);
  __syncthreads();
  return largest;
}

/// Strikes every `gridDim.y`-th window with the primes of every `gridDim.x`-th segment.
__global__ void strike_windows(const std::uint64_t* bounds, std::size_t size, std::uint32_t* windows) {
  __shared__ std::uint32_t small[small_words], segment[segment_words];
  const std::uint64_t root = ceil_of_root(largest_bound(bounds, size));
  sieve_small(small);
  for (std::uint64_t low = blockIdx.x * segment_numbers; low < root; low += gridDim.x * segment_numbers) {
    sieve_segment(segment, static_cast<std::uint32_t>(low), small);
    const auto words = static_cast<unsigned>(
        min((root - low + numbers_a_word - 1) / numbers_a_word, std::uint64_t{segment_words}));
    // Where the segment is short, the block takes several windows at once.
    unsigned threads = block_threads;
    while (threads / 2 >= words) threads /= 2;
    for (std::size_t k = blockIdx.y + std::size_t{gridDim.y} * (threadIdx.x / threads); k < size;
         k += std::size_t{gridDim.y} * (block_threads / threads)) {
      const std::uint64_t bound = bounds[k];
      for (unsigned word = threadIdx.x % threads; word < words; word += threads) {
        for (std::uint32_t left = ~segment[word]; left != 0; left &= left - 1) {
          const unsigned odd = word * 32 + static_cast<unsigned>(__ffs(left) - 1);
          strike_window(windows + k * window_words, bound, low + 2 * std::uint64_t{odd} + 1);
        }
      }
    }
  }
}

__global__ void read_windows(const std::uint64_t* bounds, std::uint64_t* primes, std::size_t size,
                             const std::uint32_t* windows) {
  const std::size_t index = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (index >= size) return;
  const std::uint64_t bound = bounds[index];
  if (bound <= 3) {
    primes[index] = bound == 3 ? 2 : 0;
    return;
  }
  const std::uint32_t* window = windows + index * window_words;
  const std::uint64_t low = window_low(bound);
  auto k = static_cast<unsigned>((bound - low) / 2);
  do --k;
  while (window[k / 32] >> k % 32 & 1);
  primes[index] = low + 2 * k + 1;
}

}  // namespace

void largest_prime_gpu_sieve(std::span<const std::uint64_t> bounds, std::span<std::uint64_t> primes,
                             GpuStream stream) {
  if (bounds.empty()) return;
  static const unsigned most_blocks = std::min(resident_blocks(strike_windows, block_threads), 65535U);
  const StreamBuffer<std::uint32_t> windows(std::min(bounds.size(), most_windows) * window_words, stream);
  for (std::size_t done = 0; done < bounds.size(); done += most_windows) {
    const std::size_t size = std::min(bounds.size() - done, most_windows);
    check_cuda(cudaMemsetAsync(windows.data(), 0, size * window_words * sizeof(std::uint32_t), stream),
               "clearing of the windows");
    const auto across_bounds = static_cast<unsigned>(std::min<std::size_t>(size, most_blocks));
    const dim3 grid(most_blocks / across_bounds, across_bounds);
    strike_windows<<<grid, block_threads, 0, stream>>>(bounds.data() + done, size, windows.data());
    check_launch("largest_prime_gpu_sieve: striking");
    read_windows<<<grid_for(size, block_threads, most_windows), block_threads, 0, stream>>>(
        bounds.data() + done, primes.data() + done, size, windows.data());
    check_launch("largest_prime_gpu_sieve: reading");
  }
}

}  // namespace kernels
