// Blocks for every level of memory, after Goto and van de Geijn, "Anatomy of High-Performance Matrix
// Multiplication" (ACM TOMS 34, 2008), with the loops as in Van Zee and van de Geijn, "BLIS" (ACM TOMS 41,
// 2015). One thread.
//
//   registers   a tile of c: its sums stay in vector registers while k runs, so that each step loads
//               rows + columns values for rows * columns multiply-adds
//   L1 cache    a panel of b, as wide as the tile, used again by every tile below the first
//   L2 cache    a block of a, used again by every panel of b
//   L3 cache    a block of b, used again by every block of a
//
// Blocks of a and b are copied ("packed") into the order in which the tile reads them. The innermost loop
// then reads memory front to back, whatever the strides of a and b; and since the copies are filled up with
// zeros to whole tiles, it needs no special cases at the edges.
//
// Work: M N K multiply-adds. A core that starts two vector operations a cycle does at best 32 (AVX-512), 16
// (AVX2) or 4 (SSE2, multiplication and addition apart) of them a cycle. Packing copies b once, and a once
// for every 4096 columns of c; c is read and written once for every 256 of K.

#include <algorithm>
#include <vector>

#include "kernels/matmul/matmul.hpp"

namespace kernels {

/// The technique once for each instruction set, the widest first; the tests run every one that they can.
std::span<const MatmulVariant<float>> matmul_cpu_blocked_instruction_sets();

namespace {

constexpr std::size_t depth_block = 256;     // a panel of b, at most 32 columns wide: 32 KiB at most
constexpr std::size_t rows_block = 252;      // the block of a: 252 KiB; a multiple of every tile's height
constexpr std::size_t columns_block = 4096;  // the block of b: 4 MiB; a multiple of every tile's width

/// The tile of c: `Rows` rows of two vectors. It should leave a few registers for the values of a and b.
template <std::size_t VectorBytes, std::size_t Rows>
struct Tile {
  /// Rows of c start anywhere, so a vector is aligned no better than a float.
  typedef float Vector __attribute__((vector_size(VectorBytes), aligned(4), may_alias));
  static constexpr std::size_t lanes = VectorBytes / sizeof(float);
  static constexpr std::size_t rows = Rows;
  static constexpr std::size_t columns = 2 * lanes;
};

struct alignas(64) CacheLine {
  float values[16];
};

/// Memory for packed panels; cache-line alignment keeps a vector from lying across two lines.
class PackedBlock {
 public:
  explicit PackedBlock(std::size_t count) : lines_((count + 15) / 16) {}
  float* data() { return lines_.data()->values; }

 private:
  std::vector<CacheLine> lines_;
};

std::size_t whole_tiles(std::size_t size, std::size_t multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

/// Cuts `block` into panels of `height` rows, each stored column by column.
template <std::size_t height>
[[gnu::always_inline]] inline void pack_rows(MatrixView<const float> block, float* packed) {
  for (std::size_t top = 0; top < block.rows; top += height) {
    const std::size_t rows = std::min(height, block.rows - top);
    const float* from = &block.at(top, 0);
    for (std::size_t k = 0; k < block.columns; ++k, packed += height) {
      for (std::size_t i = 0; i < height; ++i) packed[i] = i < rows ? from[i * block.stride + k] : 0.0f;
    }
  }
}

/// Cuts `block` into panels of `width` columns, each stored row by row.
template <std::size_t width>
[[gnu::always_inline]] inline void pack_columns(MatrixView<const float> block, float* packed) {
  for (std::size_t left = 0; left < block.columns; left += width) {
    const std::size_t columns = std::min(width, block.columns - left);
    for (std::size_t k = 0; k < block.rows; ++k, packed += width) {
      const float* from = &block.at(k, left);
      for (std::size_t j = 0; j < width; ++j) packed[j] = j < columns ? from[j] : 0.0f;
    }
  }
}

/// c += a_panel b_panel, for one tile.
template <class Tile>
[[gnu::always_inline]] inline void add_product(const float* a_panel, const float* b_panel, std::size_t depth,
                                               float* c, std::size_t c_stride) {
  using Vector = typename Tile::Vector;
  Vector sums[Tile::rows][2] = {};
  for (std::size_t k = 0; k < depth; ++k) {
    const Vector* b = reinterpret_cast<const Vector*>(b_panel + k * Tile::columns);
    const Vector left = b[0];
    const Vector right = b[1];
#pragma GCC unroll 16
    for (std::size_t i = 0; i < Tile::rows; ++i) {
      sums[i][0] += a_panel[k * Tile::rows + i] * left;
      sums[i][1] += a_panel[k * Tile::rows + i] * right;
    }
  }
#pragma GCC unroll 16
  for (std::size_t i = 0; i < Tile::rows; ++i) {
    Vector* row = reinterpret_cast<Vector*>(c + i * c_stride);
    row[0] += sums[i][0];
    row[1] += sums[i][1];
  }
}

/// Multiplies for a tile that reaches over the edge of c: the whole tile is computed aside.
template <class Tile>
[[gnu::always_inline]] inline void add_product_at_edge(const float* a_panel, const float* b_panel,
                                                       std::size_t depth, MatrixView<float> c) {
  float tile[Tile::rows * Tile::columns] = {};
  add_product<Tile>(a_panel, b_panel, depth, tile, Tile::columns);
  for (std::size_t i = 0; i < c.rows; ++i) {
    for (std::size_t j = 0; j < c.columns; ++j) c.at(i, j) += tile[i * Tile::columns + j];
  }
}

/// c += a b for packed blocks.
template <class Tile>
[[gnu::always_inline]] inline void add_blocks(const float* a_packed, const float* b_packed, std::size_t depth,
                                              MatrixView<float> c) {
  for (std::size_t left = 0; left < c.columns; left += Tile::columns) {
    const std::size_t columns = std::min(Tile::columns, c.columns - left);
    for (std::size_t top = 0; top < c.rows; top += Tile::rows) {
      const std::size_t rows = std::min(Tile::rows, c.rows - top);
      const float* a_panel = a_packed + top * depth;
      const float* b_panel = b_packed + left * depth;
      if (rows == Tile::rows && columns == Tile::columns) {
        add_product<Tile>(a_panel, b_panel, depth, &c.at(top, left), c.stride);
      } else {
        add_product_at_edge<Tile>(a_panel, b_panel, depth, c.block(top, left, rows, columns));
      }
    }
  }
}

template <class Tile>
[[gnu::always_inline]] inline void multiply(MatrixView<const float> a, MatrixView<const float> b,
                                            MatrixView<float> c) {
  for (std::size_t i = 0; i < c.rows; ++i) std::ranges::fill(c.row(i), 0.0f);
  if (c.rows == 0 || c.columns == 0 || a.columns == 0) return;
  const std::size_t longest_depth = std::min(depth_block, a.columns);
  PackedBlock a_packed(whole_tiles(std::min(rows_block, c.rows), Tile::rows) * longest_depth);
  PackedBlock b_packed(whole_tiles(std::min(columns_block, c.columns), Tile::columns) * longest_depth);
  for (std::size_t left = 0; left < c.columns; left += columns_block) {
    const std::size_t columns = std::min(columns_block, c.columns - left);
    for (std::size_t front = 0; front < a.columns; front += depth_block) {
      const std::size_t depth = std::min(depth_block, a.columns - front);
      pack_columns<Tile::columns>(b.block(front, left, depth, columns), b_packed.data());
      for (std::size_t top = 0; top < c.rows; top += rows_block) {
        const std::size_t rows = std::min(rows_block, c.rows - top);
        pack_rows<Tile::rows>(a.block(top, front, rows, depth), a_packed.data());
        add_blocks<Tile>(a_packed.data(), b_packed.data(), depth, c.block(top, left, rows, columns));
      }
    }
  }
}

// The same source for each instruction set; a tile takes most of its vector registers.

void multiply_baseline(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c) {
  multiply<Tile<16, 6>>(a, b, c);  // 12 of the 16 registers of SSE2
}

#ifdef __x86_64__

[[gnu::target("avx2,fma")]] void multiply_avx2(MatrixView<const float> a, MatrixView<const float> b,
                                               MatrixView<float> c) {
  multiply<Tile<32, 6>>(a, b, c);  // 12 of 16
}

[[gnu::target("avx512f,fma")]] void multiply_avx512(MatrixView<const float> a, MatrixView<const float> b,
                                                    MatrixView<float> c) {
  multiply<Tile<64, 14>>(a, b, c);  // 28 of 32
}

Support avx2_supported() {
  return {.available = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"),
          .reason = "this processor lacks AVX2 or FMA"};
}

Support avx512_supported() {
  return {.available = __builtin_cpu_supports("avx512f") != 0, .reason = "this processor lacks AVX-512"};
}

#endif

}  // namespace

std::span<const MatmulVariant<float>> matmul_cpu_blocked_instruction_sets() {
  static constexpr MatmulVariant<float> instruction_sets[] = {
#ifdef __x86_64__
      {.name = "avx512",
       .idea = "14 rows of 32 sums",
       .run = &multiply_avx512,
       .supported = &avx512_supported},
      {.name = "avx2", .idea = "6 rows of 16 sums", .run = &multiply_avx2, .supported = &avx2_supported},
#endif
      {.name = "baseline", .idea = "6 rows of 8 sums", .run = &multiply_baseline},
  };
  return instruction_sets;
}

void matmul_cpu_blocked(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c) {
  for (const MatmulVariant<float>& instruction_set : matmul_cpu_blocked_instruction_sets()) {
    if (instruction_set.supported().available) return instruction_set.run(a, b, c);
  }
}

}  // namespace kernels
