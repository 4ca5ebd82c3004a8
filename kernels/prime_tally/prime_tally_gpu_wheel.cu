// A segmented sieve in shared memory over the numbers that 2, 3 and 5 do not divide.
//
// Those are eight of every turn of 30 numbers, 30 t + 1, 7, 11, 13, 17, 19, 23 and 29, and a turn is one
// 64-bit word, a byte for each number: 1 for a candidate. Striking is then a plain store, which is not a
// race, as all of them store 0; bits would take atomic operations. Number n is byte 4 n / 15, rounded down,
// and the multiples p (30 a + r) of a prime p, for each of the eight r, are 8 p bytes apart: a loop of a
// store, an addition and a comparison.
//
// A segment begins as the conjunction of four patterns of the primes 7 to 37, which repeat after 7 * 11 * 13,
// 17 * 19, 23 * 29 and 31 * 37 turns. A warp strikes with one of the primes up to some thousands, 32
// multiples at a time; each thread takes one of the longer ones.
//
// Work for 10^10: 3.3e8 turns; 2.7e9 strikes of 5 instructions; 9592 primes
// in 27000 segments, each one division and eight places to begin, some 80 instructions: 2e10. Four words of
// patterns and the count, some 40 instructions a turn: 1.3e10. In all 5e10 instructions, 1.5e9 of warps: 2 ms
// on an H200, if shared memory takes eight stores a clock. Prediction: 3 to 4 ms.
//
// Sources: J. Sorenson, "An introduction to prime number sieves" (1990), on wheels and patterns; C. Bays, R.
// H. Hudson, "The segmented sieve of Eratosthenes", BIT 17 (1977).

#include <cmath>
#include <cstddef>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/gpu/stream_buffer.hpp"
#include "kernels/prime_tally/prime_tally.hpp"

namespace kernels {
namespace {

constexpr unsigned block_threads = 512, warps = block_threads / 32;
constexpr unsigned turn_numbers = 30;
constexpr unsigned shared_by_warps_below = 2500;  // longer primes have too few multiples in a segment
constexpr unsigned root_of_largest_limit = 316'228, most_strikers = 27'294;
constexpr std::uint64_t turn_residues = 0x1D17'1311'0D0B'0701;  // the eight, from the lowest byte on

/// The patterns, one after the other.
__constant__ constexpr unsigned pattern_turns[] = {7 * 11 * 13, 17 * 19, 23 * 29, 31 * 37};
constexpr unsigned all_pattern_turns =
    pattern_turns[0] + pattern_turns[1] + pattern_turns[2] + pattern_turns[3];
constexpr unsigned first_striker = 41;

/// What prepare() leaves for the sieve.
struct Prepared {
  std::uint64_t patterns[all_pattern_turns];
  std::uint32_t strikers[most_strikers];  ///< the primes from 41 to the limit's root, ascending
  unsigned striker_count, shared_count;   ///< of them, those that warps share
};

__device__ std::uint64_t pattern_word(unsigned turn, unsigned a, unsigned b, unsigned c) {
  std::uint64_t word = 0;
  for (unsigned place = 0; place < 8; ++place) {
    const unsigned number = turn_numbers * turn + static_cast<unsigned>(turn_residues >> 8 * place & 0xFF);
    const bool candidate = number % a != 0 && number % b != 0 && number % c != 0;
    word |= std::uint64_t{candidate} << 8 * place;
  }
  return word;
}

/// Bit k of `struck`: 2 k + 1 is composite. One block computes it. There are no barriers between the
/// divisors, so all odd numbers up to the root's root strike.
__device__ void sieve_strikers(std::uint32_t* struck, unsigned root) {
  const unsigned bits = root / 2 + 1;
  for (unsigned word = threadIdx.x; word < bits / 32 + 1; word += blockDim.x) struck[word] = 0;
  __syncthreads();
  for (unsigned divisor = 3 + 2 * (threadIdx.x / 32); divisor * divisor <= root; divisor += 2 * warps) {
    for (unsigned k = (divisor * divisor) / 2 + divisor * (threadIdx.x % 32); k < bits; k += 32 * divisor) {
      atomicOr(&struck[k / 32], 1U << k % 32);
    }
  }
  __syncthreads();
}

/// Block 0 lists the strikers up to `root`, each other block computes a pattern.
__global__ void prepare(unsigned root, Prepared* prepared) {
  if (blockIdx.x > 0) {
    constexpr unsigned factors[][3] = {{7, 11, 13}, {17, 19, 17}, {23, 29, 23}, {31, 37, 31}};
    const unsigned pattern = blockIdx.x - 1;
    std::uint64_t* words = prepared->patterns;
    for (unsigned k = 0; k < pattern; ++k) words += pattern_turns[k];
    const unsigned* of = factors[pattern];
    for (unsigned turn = threadIdx.x; turn < pattern_turns[pattern]; turn += blockDim.x) {
      words[turn] = pattern_word(turn, of[0], of[1], of[2]);
    }
    return;
  }
  __shared__ std::uint32_t struck[root_of_largest_limit / 64 + 2];
  __shared__ unsigned counts[block_threads], shared_by_warps;
  if (threadIdx.x == 0) shared_by_warps = 0;
  sieve_strikers(struck, root);
  // Each thread lists a part of the numbers, after those of the threads before it.
  const unsigned numbers = root / 2 + 1, part = (numbers + block_threads - 1) / block_threads;
  const unsigned begin = max(part * threadIdx.x, first_striker / 2),
                 end = min(part * (threadIdx.x + 1), numbers);
  unsigned mine = 0;
  for (unsigned k = begin; k < end; ++k) mine += 2 * k + 1 <= root && (struck[k / 32] >> k % 32 & 1) == 0;
  counts[threadIdx.x] = mine;
  __syncthreads();
  unsigned place = 0;
  for (unsigned thread = 0; thread < threadIdx.x; ++thread) place += counts[thread];
  if (threadIdx.x == block_threads - 1) prepared->striker_count = place + mine;
  unsigned mine_shared = 0;
  for (unsigned k = begin; k < end; ++k) {
    const unsigned number = 2 * k + 1;
    if (number > root || (struck[k / 32] >> k % 32 & 1) != 0) continue;
    prepared->strikers[place++] = number;
    mine_shared += number < shared_by_warps_below;
  }
  atomicAdd(&shared_by_warps, mine_shared);
  __syncthreads();
  if (threadIdx.x == 0) prepared->shared_count = shared_by_warps;
}

/// The turns [first, first + size) in shared memory. Its functions are for all threads of a block.
struct Segment {
  unsigned char* bytes;
  std::uint32_t first, size;

  __device__ std::uint64_t* words() const { return reinterpret_cast<std::uint64_t*>(bytes); }

  __device__ void begin(const std::uint64_t* patterns) const {
    unsigned places[4];
#pragma unroll
    for (int k = 0; k < 4; ++k) places[k] = (first + threadIdx.x) % pattern_turns[k];
    for (unsigned turn = threadIdx.x; turn < size; turn += block_threads) {
      std::uint64_t word = 0x0101'0101'0101'0101;
      const std::uint64_t* pattern = patterns;
#pragma unroll
      for (int k = 0; k < 4; ++k) {
        word &= pattern[places[k]];
        places[k] += block_threads % pattern_turns[k];
        if (places[k] >= pattern_turns[k]) places[k] -= pattern_turns[k];
        pattern += pattern_turns[k];
      }
      words()[turn] = word;
    }
    if (first == 0 && threadIdx.x == 0) bytes[0] = 0;  // the number 1
  }

  /// Where the multiples prime * (30 a + residue) begin, in bytes, from the prime's square on.
  /// `remainder`: first % prime.
  __device__ std::uint32_t first_byte(std::uint32_t prime, std::uint32_t remainder, std::uint32_t residue,
                                      bool square_is_ahead) const {
    if (square_is_ahead) {
      const std::uint32_t above = residue < prime % turn_numbers ? turn_numbers : 0;
      const std::uint64_t factor = prime / turn_numbers * turn_numbers + residue + above;
      return static_cast<std::uint32_t>(4 * prime * factor / 15 - std::uint64_t{8} * first);
    }
    const std::uint32_t place = 4 * prime * residue / 15, before = 8 * remainder;
    return place >= before ? place - before : place - before + 8 * prime;
  }

  __device__ bool square_is_ahead(std::uint32_t prime) const {
    return std::uint64_t{prime} * prime >= std::uint64_t{turn_numbers} * first;
  }
  __device__ bool square_is_beyond(std::uint32_t prime) const {
    return std::uint64_t{prime} * prime >= std::uint64_t{turn_numbers} * (std::uint64_t{first} + size);
  }

  __device__ void strike(const Prepared& prepared) const {
    const std::uint32_t end = 8 * size;
    // Lanes 0 to 7 begin with the eight residues, lanes 8 to 15 one multiple later, ...
    const unsigned lane = threadIdx.x % 32, residue = turn_residues >> 8 * (lane % 8) & 0xFF;
    for (unsigned k = threadIdx.x / 32; k < prepared.shared_count; k += warps) {
      const std::uint32_t prime = prepared.strikers[k];
      if (square_is_beyond(prime)) break;
      std::uint32_t byte = first_byte(prime, first % prime, residue, square_is_ahead(prime));
      for (byte += 8 * prime * (lane / 8); byte < end; byte += 32 * prime) bytes[byte] = 0;
    }
    for (unsigned k = prepared.shared_count + threadIdx.x; k < prepared.striker_count; k += block_threads) {
      const std::uint32_t prime = prepared.strikers[k];
      if (square_is_beyond(prime)) break;
      const std::uint32_t remainder = first % prime;
      const bool ahead = square_is_ahead(prime);
#pragma unroll
      for (int place = 0; place < 8; ++place) {
        const auto of_place = static_cast<std::uint32_t>(turn_residues >> 8 * place & 0xFF);
        for (std::uint32_t byte = first_byte(prime, remainder, of_place, ahead); byte < end;
             byte += 8 * prime) {
          bytes[byte] = 0;
        }
      }
    }
  }

  /// Adds what is left below `limit`; each thread takes a part.
  __device__ void add_to(PrimeTally& tally, std::uint64_t limit) const {
    for (unsigned turn = threadIdx.x; turn < size; turn += block_threads) {
      std::uint64_t word = words()[turn];
      const std::uint64_t base = turn_numbers * (std::uint64_t{first} + turn);
      if (base + turn_numbers > limit) {
        for (unsigned place = 0; place < 8; ++place) {
          if (base + (turn_residues >> 8 * place & 0xFF) >= limit)
            word &= ~(std::uint64_t{0xFF} << 8 * place);
        }
      }
      const auto count = static_cast<unsigned>(__popcll(word));
      const std::uint64_t residues = word * 0xFF & turn_residues;
      tally.count += count;
      tally.sum += base * count + (residues * 0x0101'0101'0101'0101 >> 56);  // at most 120 in the top byte
    }
  }
};

__device__ std::uint64_t sum_of_warp(std::uint64_t value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xFFFF'FFFF, value, distance);
  return value;
}

/// `tally` begins with the primes that are not candidates or strike themselves in a pattern.
__global__ void __launch_bounds__(block_threads)
    sieve(std::uint64_t limit, std::uint32_t segment_turns, const Prepared* prepared, PrimeTally* tally) {
  extern __shared__ std::uint64_t segment_words[];
  const std::uint64_t turns = (limit + turn_numbers - 1) / turn_numbers;
  PrimeTally mine;
  for (std::uint64_t first = std::uint64_t{blockIdx.x} * segment_turns; first < turns;
       first += std::uint64_t{gridDim.x} * segment_turns) {
    const Segment segment{reinterpret_cast<unsigned char*>(segment_words), static_cast<std::uint32_t>(first),
                          static_cast<std::uint32_t>(min(turns - first, std::uint64_t{segment_turns}))};
    segment.begin(prepared->patterns);
    __syncthreads();
    segment.strike(*prepared);
    __syncthreads();
    segment.add_to(mine, limit);
    __syncthreads();
  }
  const std::uint64_t count = sum_of_warp(mine.count), sum = sum_of_warp(mine.sum);
  if (threadIdx.x % 32 != 0) return;
  atomicAdd(reinterpret_cast<unsigned long long*>(&tally->count), static_cast<unsigned long long>(count));
  atomicAdd(reinterpret_cast<unsigned long long*>(&tally->sum), static_cast<unsigned long long>(sum));
}

__global__ void begin_tally(std::uint64_t limit, PrimeTally* tally) {
  *tally = {};
  constexpr unsigned primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  for (const unsigned prime : primes) {
    if (prime >= limit) break;
    ++tally->count;
    tally->sum += prime;
  }
}

/// The size that two blocks of a multiprocessor can have at once.
std::size_t segment_bytes() {
  int device = 0, bytes = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
             "shared memory of a block");
  return (static_cast<std::size_t>(bytes) / 2 - 1024) / 256 * 256;
}

}  // namespace

void prime_tally_gpu_wheel(std::uint64_t limit, std::span<PrimeTally> tally, GpuStream stream) {
  static const std::size_t shared_bytes = segment_bytes();
  permit_shared_memory<&sieve>(static_cast<int>(shared_bytes), "the sieve");
  static const unsigned most_blocks = resident_blocks(sieve, block_threads, shared_bytes);
  const auto segment_turns = static_cast<std::uint32_t>(shared_bytes / 8);
  begin_tally<<<1, 1, 0, stream>>>(limit, tally.data());
  check_launch("prime_tally_gpu_wheel: beginning");
  if (limit <= first_striker) return;
  const auto root = static_cast<unsigned>(std::sqrt(static_cast<double>(limit))) + 1;
  const StreamBuffer<Prepared> prepared(1, stream);
  prepare<<<5, block_threads, 0, stream>>>(root, prepared.data());
  check_launch("prime_tally_gpu_wheel: preparing");
  const std::uint64_t turns = (limit + turn_numbers - 1) / turn_numbers;
  const unsigned blocks = grid_for(turns, segment_turns, most_blocks);
  sieve<<<blocks, block_threads, shared_bytes, stream>>>(limit, segment_turns, prepared.data(), tally.data());
  check_launch("prime_tally_gpu_wheel: sieving");
}

}  // namespace kernels
