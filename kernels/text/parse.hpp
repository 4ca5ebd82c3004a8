#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/common/gpu.hpp"

namespace kernels {

/// The bytes of a tile, and those beyond it up to which a token that begins in the tile is read.
inline constexpr std::size_t parse_tile_bytes = 8192, parse_lookahead_bytes = 64;

constexpr std::size_t parse_tiles(std::size_t text_bytes) {
  return (text_bytes + parse_tile_bytes - 1) / parse_tile_bytes;
}

/// The device memory that a text takes: blanks follow it.
constexpr std::size_t padded_text_bytes(std::size_t text_bytes) {
  return parse_tiles(text_bytes) * parse_tile_bytes + parse_lookahead_bytes;
}

/// A token that a kernel leaves to code that knows more about numbers: it may be right or wrong.
struct HardToken {
  std::uint64_t index;  ///< among all tokens
  std::uint64_t begin;  ///< in the text
};

struct HardTokens {
  std::uint32_t* count;  ///< set to 0 before; may come to more than there is room for
  HardToken* tokens;
  std::uint32_t room;
};

/// Integers within a range.
struct IntegerTokens {
  using Number = std::int32_t;
  std::int32_t min, max;
};

/// Decimals, rounded correctly to float32.
struct DecimalTokens {
  using Number = float;
};

/// tokens_before[t] = tokens that begin in the tiles before tile t of the text, for t up to and including
/// parse_tiles(text_bytes): the last is the number of tokens. They are separated by spaces, tabs, CR and LF. Device
/// memory, work for `stream`; `counts` has room for an element a tile. Precondition: `text` is aligned to 16 bytes, and
/// padded as padded_text_bytes() says.
void count_tokens(const char* text, std::size_t text_bytes, std::uint32_t* counts,
                  std::uint64_t* tokens_before, GpuStream stream);

/// Converts the first values.size() tokens, whose tiles count_tokens() has counted. Those that are not plain
/// numbers, or that may need more precision, are listed in `hard`, in any order, and their values are not
/// written.
void convert_tokens(const char* text, std::size_t text_bytes, const std::uint64_t* tokens_before,
                    IntegerTokens kind, std::span<std::int32_t> values, HardTokens hard, GpuStream stream);
void convert_tokens(const char* text, std::size_t text_bytes, const std::uint64_t* tokens_before,
                    DecimalTokens kind, std::span<float> values, HardTokens hard, GpuStream stream);

}  // namespace kernels
