#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/gpu.hpp"
#include "kernels/text/plain_integer.hpp"
#include "kernels/text/printed_float.hpp"

namespace kernels {

/// The number of numbers printed by a block.
inline constexpr std::size_t print_tile_numbers = 1024;

constexpr std::size_t print_tiles(std::size_t numbers) {
  return (numbers + print_tile_numbers - 1) / print_tile_numbers;
}

/// What a number takes as text at most, with what follows it.
template <class T>
inline constexpr std::size_t most_text_bytes = most_characters<T> + 1;

/// Numbers in rows of `columns`, the first of which follows `before` others in the row: after each comes a space, after
/// the last of a row a newline. T is std::int32_t, std::int64_t or float.
template <class T>
struct NumberRows {
  const T* numbers;
  std::size_t size;
  std::uint64_t before;
  std::uint64_t columns;
};

/// bytes_before[t] = bytes of text of the tiles before tile t, for t up to and including print_tiles(): the last is
/// what the whole text takes. Device memory, work for `stream`; `counts` has room for an element a tile.
template <class T>
void measure_text(NumberRows<T> rows, std::uint32_t* counts, std::uint64_t* bytes_before, GpuStream stream);

/// Writes the text. A float is written as std::to_chars does it.
template <class T>
void print_text(NumberRows<T> rows, const std::uint64_t* bytes_before, char* text, GpuStream stream);

}  // namespace kernels
