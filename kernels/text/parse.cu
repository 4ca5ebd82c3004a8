// Numbers of a text in device memory. A token begins where a character follows a blank. One kernel counts the
// beginnings in each tile of the text; the sums of these counts say which tokens a tile has; another kernel
// finds them again, lists them in shared memory, and has each thread convert some of the list. So it does not
// matter how long tokens are or where they are, and the numbers are written side by side.
//
// Traffic: the text twice, the numbers once. It takes far less time than the text takes to come to the GPU.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/text/block_sums.cuh"
#include "kernels/text/parse.hpp"
#include "kernels/text/plain_decimal.hpp"
#include "kernels/text/plain_integer.hpp"
#include "kernels/text/sums.hpp"

namespace kernels {
namespace {

constexpr unsigned block_threads = 256;
constexpr unsigned own_bytes = parse_tile_bytes / block_threads;  ///< of a tile, that a thread looks at
static_assert(own_bytes == 32, "one bit of a word for each");

__constant__ SignedPowersOfTen device_powers_of_ten = signed_powers_of_ten;

struct alignas(16) OwnText {
  uint4 words[2];
};

/// Bit i: whether byte i of the word is not a blank.
__device__ unsigned characters_in(unsigned word) {
  unsigned mask = 0;
#pragma unroll
  for (unsigned i = 0; i < 4; ++i) {
    mask |= static_cast<unsigned>(!is_blank_character(static_cast<char>(word >> (8 * i)))) << i;
  }
  return mask;
}

/// Bit i: whether a token begins at byte i of what the thread looks at, which begins at `place` in the text.
__device__ unsigned beginnings_in(const OwnText& own, const char* text, std::size_t place) {
  const unsigned words[8] = {own.words[0].x, own.words[0].y, own.words[0].z, own.words[0].w,
                             own.words[1].x, own.words[1].y, own.words[1].z, own.words[1].w};
  unsigned characters = 0;
#pragma unroll
  for (unsigned i = 0; i < 8; ++i) characters |= characters_in(words[i]) << (4 * i);
  const unsigned before = place > 0 && !is_blank_character(text[place - 1]);
  return characters & ~(characters << 1 | before);
}

__global__ __launch_bounds__(block_threads) void count_in_tiles(const char* text, std::uint32_t* counts) {
  const std::size_t place = blockIdx.x * parse_tile_bytes + threadIdx.x * own_bytes;
  const OwnText own = *reinterpret_cast<const OwnText*>(text + place);
  unsigned total = 0;
  sum_before<block_threads>(static_cast<unsigned>(__popc(beginnings_in(own, text, place))), total);
  if (threadIdx.x == 0) counts[blockIdx.x] = total;
}

__device__ bool convert(const char* token, unsigned room, IntegerTokens kind, std::int32_t& value) {
  return parse_plain_integer(token, room, kind.min, kind.max, value);
}

__device__ bool convert(const char* token, unsigned room, DecimalTokens, float& value) {
  return parse_plain_decimal(token, room, device_powers_of_ten, value);
}

template <class Kind>
__global__ __launch_bounds__(block_threads) void convert_in_tiles(const char* text,
                                                                  const std::uint64_t* tokens_before,
                                                                  Kind kind, typename Kind::Number* values,
                                                                  std::size_t size, HardTokens hard) {
  __shared__ alignas(16) char tile[parse_tile_bytes + parse_lookahead_bytes];
  __shared__ std::uint16_t begins[parse_tile_bytes / 2];
  const std::size_t tile_begin = blockIdx.x * parse_tile_bytes;
  const std::size_t place = tile_begin + threadIdx.x * own_bytes;
  const OwnText own = *reinterpret_cast<const OwnText*>(text + place);
  reinterpret_cast<OwnText*>(tile)[threadIdx.x] = own;
  if (threadIdx.x < parse_lookahead_bytes) {
    tile[parse_tile_bytes + threadIdx.x] = text[tile_begin + parse_tile_bytes + threadIdx.x];
  }
  unsigned beginnings = beginnings_in(own, text, place);
  unsigned tokens = 0;
  unsigned at = sum_before<block_threads>(static_cast<unsigned>(__popc(beginnings)), tokens);
  for (; beginnings != 0; beginnings &= beginnings - 1) {
    const unsigned bit = static_cast<unsigned>(__ffs(static_cast<int>(beginnings))) - 1;
    begins[at++] = static_cast<std::uint16_t>(threadIdx.x * own_bytes + bit);
  }
  __syncthreads();

  const std::uint64_t first = tokens_before[blockIdx.x];
  for (unsigned i = threadIdx.x; i < tokens; i += block_threads) {
    const std::uint64_t index = first + i;
    if (index >= size) break;
    const unsigned begin = begins[i];
    typename Kind::Number value;
    if (convert(tile + begin, static_cast<unsigned>(sizeof tile) - begin, kind, value)) {
      values[index] = value;
    } else if (const unsigned number = atomicAdd(hard.count, 1U); number < hard.room) {
      hard.tokens[number] = {index, tile_begin + begin};
    }
  }
}

template <class Kind>
void convert_all(const char* text, std::size_t text_bytes, const std::uint64_t* tokens_before, Kind kind,
                 std::span<typename Kind::Number> values, HardTokens hard, GpuStream stream) {
  const auto tiles = static_cast<unsigned>(parse_tiles(text_bytes));
  if (tiles == 0) return;
  convert_in_tiles<<<tiles, block_threads, 0, stream>>>(text, tokens_before, kind, values.data(),
                                                        values.size(), hard);
  check_launch("convert_tokens");
}

}  // namespace

void count_tokens(const char* text, std::size_t text_bytes, std::uint32_t* counts,
                  std::uint64_t* tokens_before, GpuStream stream) {
  const std::size_t tiles = parse_tiles(text_bytes);
  if (tiles > 0) {
    count_in_tiles<<<static_cast<unsigned>(tiles), block_threads, 0, stream>>>(text, counts);
    check_launch("count_tokens");
  }
  exclusive_sums(counts, tiles, tokens_before, stream);
}

void convert_tokens(const char* text, std::size_t text_bytes, const std::uint64_t* tokens_before,
                    IntegerTokens kind, std::span<std::int32_t> values, HardTokens hard, GpuStream stream) {
  convert_all(text, text_bytes, tokens_before, kind, values, hard, stream);
}

void convert_tokens(const char* text, std::size_t text_bytes, const std::uint64_t* tokens_before,
                    DecimalTokens kind, std::span<float> values, HardTokens hard, GpuStream stream) {
  convert_all(text, text_bytes, tokens_before, kind, values, hard, stream);
}

}  // namespace kernels
