// A segmented sieve of odd numbers on the GPU.
//
// The method of largest_prime_cpu_sieve.cpp: the answer lies within 2048 numbers below its bound, and what
// is left there after striking the odd multiples of every odd prime up to the square root is prime. Each
// bound has a window of its own, 32 words in device memory; nothing is sorted or merged.
//
// The striking primes are never stored. A block holds a segment of 2^19 numbers in shared memory, one bit an
// odd number, sieves it with the primes below 2^16 (which it found first, in the same way), and at once
// strikes windows with every prime that is left: a thread takes one, inverts it, and walks with it through
// the windows, in step with its warp; few of them hold a multiple. The blocks share the segments below the
// largest root; where there are fewer segments than blocks, or very many bounds, they share the bounds as
// well. The primes below 2^14 come first, with 64-bit remainders: many windows hold a multiple of those.
//
// Work: sieving up to the root, at most 2^32, takes 2 * 10^9 strikes in shared memory (the primes below 64,
// more than half of all, come in patterns of a word): predicted 5 to 10 ms on an H200, with one window
// measured 15 to 19, the loading of the kernels included. Looking for a prime's multiple in a window takes a
// fused multiply-add in double precision and some five instructions more, and a sixth of a warp's threads run
// out of primes early; below 2^64 there are 2 * 10^8 primes: predicted 0.05 ms for each window, 55 ms for a
// thousand; measured 90. (With a 64-bit remainder for each prime and window, and words with differing numbers
// of primes side by side, it measured 1750 ms. Miller-Rabin: nanoseconds.)
//
// Scratch: 128 bytes a bound, at most 128 MiB, held by a StreamBuffer.
//
// Sources: see largest_prime_cpu_sieve.cpp.

#include <algorithm>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/gpu/stream_buffer.hpp"
#include "kernels/largest_prime/largest_prime.hpp"
#include "kernels/largest_prime/near_multiples.hpp"
#include "kernels/largest_prime/odd_words.cuh"

namespace kernels {
namespace {

constexpr int block_threads = 256;
constexpr unsigned warps = block_threads / 32;
constexpr unsigned every_thread = 0xFFFF'FFFF;
constexpr unsigned small_words = (1 << 16) / numbers_a_word;
constexpr unsigned segment_words = 1 << 13;
constexpr std::uint64_t segment_numbers = std::uint64_t{segment_words} * numbers_a_word;
constexpr unsigned window_words = 32;
constexpr std::uint64_t window_numbers = window_words * numbers_a_word;
constexpr std::size_t most_windows = 1 << 20;  // at a time
constexpr unsigned windows_at_once = 64;       // in shared memory
constexpr unsigned first_long_word = NearMultiples::smallest_divisor / numbers_a_word;
static_assert(window_numbers <= NearMultiples::reach);

/// Finds the primes below 2^16. Called by all threads of a block.
__device__ void sieve_small(std::uint32_t (&words)[small_words]) {
  for (unsigned k = threadIdx.x; k < small_words; k += block_threads) {
    words[k] = struck_by_first_primes(k * numbers_a_word + 1);
  }
  __syncthreads();
  for (unsigned odd = numbers_a_word + 1 + threadIdx.x / 32 * 2; odd < 256; odd += 2 * warps) {
    for (unsigned k = odd * odd / 2 + threadIdx.x % 32 * odd; k < small_words * 32; k += 32 * odd) {
      strike(words, k);
    }
  }
  __syncthreads();
}

/// The odd number for bit `bit` of word `word`, counted from the first word's `low`.
__device__ unsigned number_at(unsigned word, int bit) {
  return word * numbers_a_word + 2 * static_cast<unsigned>(bit) + 1;
}

/// Calls `visit(number)` for every bit of `word` that is not struck. The threads of a warp have separate
/// words and advance to their next bits together; otherwise, those with fewer bits would run ahead, and the
/// warp would not reconverge. Called by all threads of a warp; `struck` is ~0 for a thread without a word.
template <class Visit>
__device__ void for_each_left(unsigned word, std::uint32_t struck, const Visit& visit) {
  std::uint32_t left = ~struck;
  while (__any_sync(every_thread, left != 0)) {
    if (left != 0) visit(number_at(word, __ffs(static_cast<int>(left)) - 1));
    left &= left - 1;
  }
}

/// The first `words` words of a segment that starts with `low`.
struct Segment {
  std::uint32_t (&struck)[segment_words];
  std::uint32_t low;
  unsigned words;

  /// `thread` of `threads` that strike the multiples of `prime` together.
  __device__ void strike_multiples(unsigned prime, unsigned thread, unsigned threads) const {
    if (std::uint64_t{prime} * prime >= low + std::uint64_t{words} * numbers_a_word) return;
    for (std::uint32_t k = first_to_strike(prime, low) + thread * prime; k < words * 32;
         k += threads * prime) {
      strike(struck, k);
    }
  }

  /// Sieves so that the primes remain. Called by all threads of a block.
  __device__ void sieve(const std::uint32_t (&small)[small_words]) const {
    __syncthreads();  // all have read the previous segment
    for (unsigned k = threadIdx.x; k < words; k += block_threads) {
      struck[k] = struck_by_first_primes(std::uint64_t{low} + k * numbers_a_word + 1);
    }
    __syncthreads();
    // A prime below 2^13 has 32 or more multiples here, which a warp strikes together. For larger primes,
    // each thread takes its own.
    constexpr unsigned long_primes = (1 << 13) / numbers_a_word;
    static_assert((small_words - long_primes) % 32 == 0);
    for (unsigned word = 1 + threadIdx.x / 32; word < long_primes; word += warps) {
      for (std::uint32_t left = ~small[word]; left != 0; left &= left - 1) {
        strike_multiples(number_at(word, __ffs(static_cast<int>(left)) - 1), threadIdx.x % 32, 32);
      }
    }
    for (unsigned word = long_primes + threadIdx.x; word < small_words; word += block_threads) {
      for_each_left(word, small[word], [&](unsigned prime) { strike_multiples(prime, 0, 1); });
    }
    __syncthreads();
  }

  /// Calls `visit(number)` for every remaining number that is at least `NearMultiples::smallest_divisor`. A
  /// thread has its own words and finds its next number while the others find theirs, so that the threads of
  /// a warp visit together. Called by all threads of a block.
  template <class Visit>
  __device__ void for_each_long_prime(const Visit& visit) const {
    unsigned word = (low == 0 ? first_long_word : 0) + threadIdx.x;
    std::uint32_t left = word < words ? ~struck[word] : 0;
    while (true) {
      while (left == 0 && word + block_threads < words) left = ~struck[word += block_threads];
      if (!__any_sync(every_thread, left != 0)) return;
      if (left != 0) visit(low + number_at(word, __ffs(static_cast<int>(left)) - 1));
      left &= left - 1;
    }
  }
};

__device__ std::uint64_t window_low(std::uint64_t bound) {
  return bound > window_numbers ? (bound - window_numbers) & ~std::uint64_t{1} : 0;
}

/// Strikes windows with the primes from 64 to 2^14, given the 16-bit primes. Called by all threads of the
/// grid.
__device__ void strike_with_short_primes(const std::uint32_t (&small)[small_words],
                                         const std::uint64_t* bounds, unsigned size, std::uint32_t* windows) {
  static_assert(first_long_word == block_threads);
  const unsigned word = threadIdx.x;
  for (unsigned k = blockIdx.x; k < size; k += gridDim.x) {
    const std::uint64_t bound = bounds[k], low = window_low(bound), count = (bound - low) / 2;
    const std::uint64_t smallest = number_at(word, 0);
    const bool has_none = word == 0 || smallest * smallest >= bound;
    for_each_left(word, has_none ? ~0U : small[word], [&](std::uint64_t prime) {
      if (prime * prime >= bound) return;
      for (std::uint64_t i = first_to_strike(prime, low); i < count; i += prime) {
        strike(windows + k * window_words, i);
      }
    });
  }
}

__device__ std::uint64_t last_odd_below(std::uint64_t bound) {
  return (bound - 2) | 1;
}

/// Strikes the multiple of `prime` that is `distance` below the window's last odd number, if it is odd and in
/// the window.
__device__ void strike_at(std::uint32_t* window, std::uint64_t bound, std::uint64_t prime,
                          std::uint32_t distance) {
  const std::uint64_t numbers = (bound - window_low(bound)) / 2 * 2;
  if (distance >= numbers || distance % 2 != 0 || prime * prime >= bound) return;
  strike(window, (numbers - distance) / 2 - 1);
}

/// The smallest number whose square is at least `square`; at most 2^32.
__device__ std::uint64_t ceil_of_root(std::uint64_t square) {
  auto root = static_cast<std::uint64_t>(sqrt(static_cast<double>(square)));  // off by less than one
  while (root > 0 && (root - 1) * (root - 1) >= square) --root;
  while (root < (std::uint64_t{1} << 32) && root * root < square) ++root;
  return root;
}

/// `largest` is initially 0.
__global__ void find_largest(const std::uint64_t* bounds, std::size_t size, unsigned long long* largest) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  unsigned long long mine = 0;
  for (std::size_t k = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; k < size; k += step) {
    mine = max(mine, static_cast<unsigned long long>(bounds[k]));
  }
  for (int distance = 16; distance > 0; distance /= 2) {
    mine = max(mine, __shfl_xor_sync(every_thread, mine, distance));
  }
  if (threadIdx.x % 32 == 0) atomicMax(largest, mine);
}

/// Strikes the multiples of the first primes. In windows that start below 64, but not at 0, it strikes even
/// these primes themselves: the answers are far above.
__global__ void begin_windows(const std::uint64_t* bounds, std::size_t size, std::uint32_t* windows) {
  const std::size_t word = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t index = word / window_words;
  if (index >= size) return;
  const std::uint64_t low = window_low(bounds[index]);
  windows[word] = struck_by_first_primes(low + word % window_words * numbers_a_word + 1);
}

/// A block's part of the work.
struct Share {
  unsigned first_segment, segment_step, first_bound, bound_step;

  /// Blocks with the same segment share the bounds, as long as each has many of them: sieving a segment takes
  /// as long as striking some 300 windows with it.
  __device__ Share(std::uint64_t root, unsigned size) {
    constexpr std::uint64_t many_windows = 4096;
    const std::uint64_t segments = (root + segment_numbers - 1) / segment_numbers, blocks = gridDim.x;
    const std::uint64_t sharing = (blocks * many_windows + size - 1) / size;
    segment_step = static_cast<unsigned>(max(min(min(segments, blocks), sharing), std::uint64_t{1}));
    first_segment = blockIdx.x % segment_step;
    bound_step = gridDim.x / segment_step;
    first_bound = blockIdx.x / segment_step;
  }
  /// Whether the block has no work, as some have none in a grid that the segments do not divide.
  __device__ bool is_empty(unsigned size) const { return first_bound >= min(bound_step, size); }
};

/// The last odd number of each window that a block processes at a time.
struct alignas(16) WindowEnds {
  double rounded[windows_at_once];
  std::uint32_t low[windows_at_once];  ///< its low 32 bits
};

/// Strikes the windows of a block's bounds with the large primes of a segment. Called by all threads of a
/// block.
__device__ void strike_with(const Segment& segment, const Share& share, const std::uint64_t* bounds,
                            unsigned size, std::uint32_t* windows) {
  __shared__ WindowEnds ends;
  constexpr unsigned together = 4;  // windows tested before the warp checks the results
  const unsigned step = share.bound_step;
  for (unsigned first = share.first_bound; first < size; first += windows_at_once * step) {
    __syncthreads();  // all have finished the previous windows
    if (threadIdx.x < windows_at_once) {
      const std::uint64_t last = last_odd_below(bounds[min(first + threadIdx.x * step, size - 1)]);
      ends.rounded[threadIdx.x] = static_cast<double>(last);
      ends.low[threadIdx.x] = static_cast<std::uint32_t>(last);
    }
    __syncthreads();
    const unsigned count = min((size - first + step - 1) / step, windows_at_once);
    segment.for_each_long_prime([&](std::uint32_t prime) {
      const NearMultiples multiples(prime);
#pragma unroll 1
      for (unsigned group = 0; group < count; group += together) {
        std::uint32_t nearest = ~0U;
#pragma unroll
        for (unsigned k = 0; k < together; ++k) {
          nearest = min(nearest, multiples.distance(ends.rounded[group + k], ends.low[group + k]));
        }
        if (nearest >= window_numbers) continue;
#pragma unroll 1
        for (unsigned k = group; k < min(group + together, count); ++k) {
          const std::uint32_t distance = multiples.distance(ends.rounded[k], ends.low[k]);
          const unsigned index = first + k * step;
          strike_at(windows + index * window_words, bounds[index], prime, distance);
        }
      }
    });
  }
}

__global__ void strike_windows(const std::uint64_t* bounds, unsigned size, const unsigned long long* largest,
                               std::uint32_t* windows) {
  __shared__ std::uint32_t small[small_words], struck[segment_words];
  const std::uint64_t root = ceil_of_root(*largest);
  const Share share(root, size);
  sieve_small(small);
  strike_with_short_primes(small, bounds, size, windows);
  if (share.is_empty(size)) return;
  for (std::uint64_t low = share.first_segment * segment_numbers; low < root;
       low += share.segment_step * segment_numbers) {
    const auto words = static_cast<unsigned>(
        min((root - low + numbers_a_word - 1) / numbers_a_word, std::uint64_t{segment_words}));
    const Segment segment{struck, static_cast<std::uint32_t>(low), words};
    segment.sieve(small);
    strike_with(segment, share, bounds, size, windows);
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
  static const unsigned most_blocks = resident_blocks(strike_windows, block_threads);
  const auto blocks_for = [](std::size_t items) {
    return static_cast<unsigned>((items + block_threads - 1) / block_threads);
  };
  const StreamBuffer<std::uint32_t> windows(std::min(bounds.size(), most_windows) * window_words, stream);
  const StreamBuffer<unsigned long long> largest(1, stream);
  for (std::size_t done = 0; done < bounds.size(); done += most_windows) {
    const auto part = bounds.subspan(done, std::min(bounds.size() - done, most_windows));
    check_cuda(cudaMemsetAsync(largest.data(), 0, largest.bytes(), stream), "clearing of the largest bound");
    find_largest<<<std::min(blocks_for(part.size()), most_blocks), block_threads, 0, stream>>>(
        part.data(), part.size(), largest.data());
    check_launch("largest_prime_gpu_sieve: the largest bound");
    begin_windows<<<blocks_for(part.size() * window_words), block_threads, 0, stream>>>(
        part.data(), part.size(), windows.data());
    check_launch("largest_prime_gpu_sieve: beginning");
    strike_windows<<<most_blocks, block_threads, 0, stream>>>(part.data(), static_cast<unsigned>(part.size()),
                                                              largest.data(), windows.data());
    check_launch("largest_prime_gpu_sieve: striking");
    read_windows<<<blocks_for(part.size()), block_threads, 0, stream>>>(part.data(), primes.data() + done,
                                                                        part.size(), windows.data());
    check_launch("largest_prime_gpu_sieve: reading");
  }
}

}  // namespace kernels
