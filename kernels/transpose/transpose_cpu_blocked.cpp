// Tiles of 16 x 16 elements: 16 rows of one cache line each, on both sides. A tile is read by whole lines,
// turned in a buffer that stays in the L1 cache, and written by whole lines. Without the buffer a tile's 16
// lines of `out` would have to stay cached until the last element of each has come; where the stride is a
// power of two they all fall into the same few places of the cache and push each other out. Blocking for
// caches: Lam, Rothberg and Wolf, "The Cache Performance and Optimizations of Blocked Algorithms" (ASPLOS
// 1991), whose section on copying is about this conflict.
//
// Within the buffer, squares of 4 x 4 turn in vector registers, by two rounds of interleaving: first the
// elements of two rows, then pairs of them.
//
// The tiles go down a band of 512 rows, then on to the next 16 columns: the writes run along 16 rows of
// `out`, and the band's pages stay in the address-translation cache until all of their columns are done.
//
// Work: R C moves. Traffic: 4 bytes read, 4 written, and
// 4 read as each line of `out` is fetched to be written.

#include <algorithm>
#include <cstring>

#include "kernels/transpose/transpose.hpp"

namespace kernels {

namespace {

constexpr std::size_t tile = 16;
constexpr std::size_t band = 512;

/// Four elements; rows start anywhere, so the vector is aligned no better than an element.
typedef std::int32_t Four __attribute__((vector_size(16), aligned(4), may_alias));

void transpose_square(const std::int32_t* in, std::size_t in_stride, std::int32_t* out,
                      std::size_t out_stride) {
  const auto load = [&](std::size_t row) { return *reinterpret_cast<const Four*>(in + row * in_stride); };
  const auto store = [&](std::size_t row) -> Four& {
    return *reinterpret_cast<Four*>(out + row * out_stride);
  };
  const Four a = load(0), b = load(1), c = load(2), d = load(3);
  const Four ab_left = __builtin_shufflevector(a, b, 0, 4, 1, 5);   // a0 b0 a1 b1
  const Four ab_right = __builtin_shufflevector(a, b, 2, 6, 3, 7);  // a2 b2 a3 b3
  const Four cd_left = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const Four cd_right = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  store(0) = __builtin_shufflevector(ab_left, cd_left, 0, 1, 4, 5);  // a0 b0 c0 d0
  store(1) = __builtin_shufflevector(ab_left, cd_left, 2, 3, 6, 7);
  store(2) = __builtin_shufflevector(ab_right, cd_right, 0, 1, 4, 5);
  store(3) = __builtin_shufflevector(ab_right, cd_right, 2, 3, 6, 7);
}

void transpose_tile(MatrixView<const std::int32_t> in, MatrixView<std::int32_t> out) {
  alignas(64) std::int32_t turned[tile * tile];
  for (std::size_t r = 0; r < tile; r += 4) {
    for (std::size_t c = 0; c < tile; c += 4) {
      transpose_square(&in.at(r, c), in.stride, turned + c * tile + r, tile);
    }
  }
  for (std::size_t c = 0; c < tile; ++c) {
    std::memcpy(&out.at(c, 0), turned + c * tile, tile * sizeof(std::int32_t));
  }
}

void transpose_edge(MatrixView<const std::int32_t> in, MatrixView<std::int32_t> out) {
  for (std::size_t c = 0; c < in.columns; ++c) {
    for (std::size_t r = 0; r < in.rows; ++r) out.at(c, r) = in.at(r, c);
  }
}

}  // namespace

void transpose_cpu_blocked(MatrixView<const std::int32_t> in, MatrixView<std::int32_t> out) {
  for (std::size_t top = 0; top < in.rows; top += band) {
    const std::size_t bottom = std::min(top + band, in.rows);
    for (std::size_t column = 0; column < in.columns; column += tile) {
      const std::size_t columns = std::min(tile, in.columns - column);
      for (std::size_t row = top; row < bottom; row += tile) {
        const std::size_t rows = std::min(tile, bottom - row);
        const auto from = in.block(row, column, rows, columns);
        const auto to = out.block(column, row, columns, rows);
        if (rows == tile && columns == tile) {
          transpose_tile(from, to);
        } else {
          transpose_edge(from, to);
        }
      }
    }
  }
}

}  // namespace kernels
