// A segmented sieve of odd numbers on the GPU.
//
// The method of largest_prime_cpu_sieve.cpp: the answer lies within 2048 numbers below its bound, and what
// is left there after striking the odd multiples of every odd prime up to the square root is prime. Each
// bound has a window of its own, 32 words in device memory; nothing is sorted or merged.
//
// The striking primes are never stored. A block holds a segment of 2^19 numbers in shared memory, one bit an
// odd number, sieves it with the primes below 2^16 (which it found first, in the same way), and at once
// strikes windows with every prime that is left: a thread takes the primes of a word of the segment. The
// blocks share the segments below the largest root; where there are fewer segments than blocks, or so many
// bounds that sieving a segment again costs little beside them, they share the bounds as well.
//
// Work: sieving up to the root, at most 2^32, takes 2 * 10^9 strikes in shared memory (the primes below 64,
// more than half of all, come in patterns of a word): predicted 5 to 10 ms on an H200, with one window
// measured 9. Striking a window takes a 64-bit remainder, some 100 instructions, for each prime up to the
// root; below 2^64 there are 2 * 10^8 of them: predicted 2 ms, measured 3 in a batch. (Miller-Rabin:
// nanoseconds.)
//
// Scratch: 128 bytes a bound, at most 128 MiB, held by a StreamBuffer.
//
// Sources: see largest_prime_cpu_sieve.cpp.

#include <algorithm>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/gpu/stream_buffer.hpp"
#include "kernels/largest_prime/largest_prime.hpp"
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

/// The primes below 2^16. By all threads of a block.
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

/// The odd number that bit `bit` of word `word` stands for, counted from the first word's `low`.
__device__ unsigned number_at(unsigned word, int bit) {
  return word * numbers_a_word + 2 * static_cast<unsigned>(bit) + 1;
}

/// Calls `visit(number)` for every bit of `word` that is not struck. The threads of a warp have words of
/// their own and go on to their next bits together: left to themselves, those with fewer bits would run
/// ahead, and the warp would not find together again. By all threads of a warp; `struck` is ~0 for one
/// without a word.
template <class Visit>
__device__ void for_each_left(unsigned word, std::uint32_t struck, const Visit& visit) {
  std::uint32_t left = ~struck;
  while (__any_sync(every_thread, left != 0)) {
    if (left != 0) visit(number_at(word, __ffs(static_cast<int>(left)) - 1));
    left &= left - 1;
  }
}

/// The first `words` words of a segment that begins with `low`.
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

  /// Leaves the primes. By all threads of a block.
  __device__ void sieve(const std::uint32_t (&small)[small_words]) const {
    __syncthreads();  // all have read the segment before
    for (unsigned k = threadIdx.x; k < words; k += block_threads) {
      struck[k] = struck_by_first_primes(std::uint64_t{low} + k * numbers_a_word + 1);
    }
    __syncthreads();
    // A prime below 2^13 has 32 multiples here, or more: a warp takes them together. Of the longer ones each
    // thread has its own.
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
};

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

/// `largest` begins as 0.
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

/// Strikes the multiples of the first primes; in windows that begin below 64, but not with 0, even these
/// primes themselves: the answers are far above.
__global__ void begin_windows(const std::uint64_t* bounds, std::size_t size, std::uint32_t* windows) {
  const std::size_t word = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t index = word / window_words;
  if (index >= size) return;
  const std::uint64_t low = window_low(bounds[index]);
  windows[word] = struck_by_first_primes(low + word % window_words * numbers_a_word + 1);
}

/// Which part of the work is a block's.
struct Share {
  unsigned first_segment, segment_step;
  std::size_t first_bound, bound_step;

  /// Blocks that have the same segment share the bounds, as long as each has enough of them: sieving a
  /// segment takes as long as striking a few windows with it.
  __device__ Share(std::uint64_t root, std::size_t size) {
    constexpr std::uint64_t windows_worth_a_sieve = 8;
    const std::uint64_t segments = (root + segment_numbers - 1) / segment_numbers, blocks = gridDim.x;
    const std::uint64_t sharing = (blocks * windows_worth_a_sieve + size - 1) / size;
    segment_step = static_cast<unsigned>(max(min(min(segments, blocks), sharing), std::uint64_t{1}));
    first_segment = blockIdx.x % segment_step;
    bound_step = blocks / segment_step;
    first_bound = blockIdx.x / segment_step;
  }
  /// Of a grid that the segments do not divide, some blocks are left over.
  __device__ bool is_empty(std::size_t size) const { return first_bound >= min(bound_step, size); }
};

/// Strikes the windows of a block's bounds with the primes of a segment. By all threads of a block.
__device__ void strike_with(const Segment& segment, const Share& share, const std::uint64_t* bounds,
                            std::size_t size, std::uint32_t* windows) {
  // Where the segment is short, the block takes several windows at once.
  unsigned threads = block_threads;
  while (threads / 2 >= segment.words) threads /= 2;
  const std::size_t step = share.bound_step * (block_threads / threads);
  const std::size_t mine = share.bound_step * (threadIdx.x / threads);
  for (std::size_t first = share.first_bound; first < size; first += step) {
    const std::size_t k = first + mine;
    const std::uint64_t bound = k < size ? bounds[k] : 0;
    for (unsigned base = 0; base < segment.words; base += threads) {
      const unsigned word = base + threadIdx.x % threads;
      const bool has_struck = segment.low == 0 && word == 0;  // the first primes
      const bool is_idle = k >= size || word >= segment.words || has_struck;
      for_each_left(word, is_idle ? ~0U : segment.struck[word], [&](unsigned number) {
        strike_window(windows + k * window_words, bound, std::uint64_t{segment.low} + number);
      });
    }
  }
}

__global__ void strike_windows(const std::uint64_t* bounds, std::size_t size,
                               const unsigned long long* largest, std::uint32_t* windows) {
  __shared__ std::uint32_t small[small_words], struck[segment_words];
  const std::uint64_t root = ceil_of_root(*largest);
  const Share share(root, size);
  if (share.is_empty(size)) return;
  sieve_small(small);
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
    strike_windows<<<most_blocks, block_threads, 0, stream>>>(part.data(), part.size(), largest.data(),
                                                              windows.data());
    check_launch("largest_prime_gpu_sieve: striking");
    read_windows<<<blocks_for(part.size()), block_threads, 0, stream>>>(part.data(), primes.data() + done,
                                                                        part.size(), windows.data());
    check_launch("largest_prime_gpu_sieve: reading");
  }
}

}  // namespace kernels
