#pragma once

// Products of float32 factors on tensor cores by one kernel, for small products and batches of them. As in product.cuh,
// c = (a1 + a2) (b1 + b2) but for a2 b2, in terms of TF32. There other kernels split the factors in memory beforehand, which
// takes small products longer than multiplying. Here a block splits the slices that it needs itself.
//
// A block computes a tile of c, or a part of its sum, whose other parts are those of the block's cluster. For each slice,
// 32 deep, its threads read elements of both factors into registers, split them, and write the terms to shared memory as
// wgmma wants them, b's transposed. While the tensor cores multiply these, the threads read the next slice. What a block
// waits for, other blocks of the multiprocessor make up for.
//
// Terms hold what they should only for numbers from 2^-50 on that do not overflow when they are rounded. A block that meets
// a smaller one makes its part of the tile NaN, and each element of c that comes out as NaN or infinite is computed again in
// float32, by the thread that stores it: as slow as it is rare.

#include <algorithm>
#include <cmath>

#include "kernels/matmul/blocks.cuh"
#include "kernels/matmul/hopper/cluster_sum.cuh"
#include "kernels/matmul/hopper/wgmma.cuh"

namespace kernels::hopper {

/// A tile of 64 rows for each group of four warps. The sums of each slice are taken out of the tensor cores, as in
/// product.cuh, if `TakesOut`; it costs registers, and short sums do without.
template <int Groups, int Columns, int BlocksAtOnce, bool TakesOut>
struct FusedTile {
  static constexpr int rows = 64 * Groups, columns = Columns, threads = 128 * Groups;
  static constexpr int blocks_at_once = BlocksAtOnce;
  static constexpr bool takes_out = TakesOut;
  static constexpr int depth = 32, slice_row_bytes = depth * static_cast<int>(sizeof(float));
  static constexpr int a_bytes = rows * slice_row_bytes, b_bytes = columns * slice_row_bytes;
  static constexpr int slice_bytes = 2 * (a_bytes + b_bytes), alignment = 1024;  ///< of swizzled rows
  static constexpr int tile_bytes = rows * columns * static_cast<int>(sizeof(float));
  static constexpr int shared_bytes = std::max(slice_bytes, tile_bytes) + alignment;
  static constexpr int sums = columns / 2;  ///< of a thread
  static constexpr int chunks = depth / 4;  ///< of 16 bytes, in a row of a slice
  static_assert(a_bytes % alignment == 0 && b_bytes % alignment == 0);
};

/// Products of one shape, `distance` elements apart, and how their tiles are shared out: `parts` blocks for each tile, each
/// of so many slices of the sum.
struct FusedProducts {
  MatrixView<const float> a, b;
  MatrixView<float> c;
  std::size_t a_distance, b_distance, c_distance;
  unsigned tiles, parts, part_slices;
};

/// The place of a chunk of 16 bytes in swizzled rows of 128 bytes.
__device__ inline int swizzled(int row, int chunk) {
  return row * 128 + (chunk ^ row % 8) * 16;
}

/// Twice a number's bits, less one: small for small magnitudes, but large for zero.
__device__ inline unsigned smallness(float number) {
  return 2 * __float_as_uint(number) - 1;
}

/// A number as two of TF32. The tensor cores cut off what `low` has beyond them, a bit. It is not rounded by adding half of
/// one: that would make -0 of the NaN that GPUs write, which is all ones, as it does in `high`.
struct FusedTerms {
  unsigned high, low;
  __device__ explicit FusedTerms(float number) {
    constexpr unsigned half = 1u << 12, kept = ~0u << 13;  // of a TF32 number's last bit, and its bits
    high = (__float_as_uint(number) + half) & kept;
    low = __float_as_uint(number - __uint_as_float(high));
  }
};

/// Writes four elements' terms; returns the smallness of the smallest.
__device__ inline unsigned store_fused_terms(const float* values, unsigned char* high, unsigned char* low) {
  const FusedTerms terms[] = {FusedTerms(values[0]), FusedTerms(values[1]), FusedTerms(values[2]),
                              FusedTerms(values[3])};
  *reinterpret_cast<uint4*>(high) = {terms[0].high, terms[1].high, terms[2].high, terms[3].high};
  *reinterpret_cast<uint4*>(low) = {terms[0].low, terms[1].low, terms[2].low, terms[3].low};
  return min(min(smallness(values[0]), smallness(values[1])),
             min(smallness(values[2]), smallness(values[3])));
}

/// A thread's elements of one of a's slices, in registers: chunks of rows. `InVectors`: rows can be read in vectors.
template <class Tile, bool InVectors>
class FusedRows {
 public:
  __device__ FusedRows(MatrixView<const float> a, std::size_t first_row)
      : from_(a.data + (first_row + row(0)) * a.stride),
        pass_(passed * a.stride),
        rows_(static_cast<int>(a.rows - first_row)),
        depth_(static_cast<int>(a.columns)) {}

  __device__ void load(int slice) {
    const int k = slice * Tile::depth + 4 * chunk();
    const float* from = from_ + k;
#pragma unroll
    for (int i = 0; i < count; ++i, from += pass_) {
      const bool inside = row(i) < rows_;
      if constexpr (InVectors) {
        *reinterpret_cast<float4*>(values_[i]) =
            inside && k < depth_ ? *reinterpret_cast<const float4*>(from) : float4{};
      } else {
#pragma unroll
        for (int v = 0; v < 4; ++v) values_[i][v] = inside && k + v < depth_ ? from[v] : 0;
      }
    }
  }

  __device__ unsigned store(unsigned char* slice) const {
    unsigned least = ~0u;
#pragma unroll
    for (int i = 0; i < count; ++i) {
      unsigned char* const to = slice + swizzled(row(i), chunk());
      least = min(least, store_fused_terms(values_[i], to, to + Tile::a_bytes));
    }
    return least;
  }

 private:
  static constexpr int passed = Tile::threads / Tile::chunks, count = Tile::rows / passed;
  __device__ static int chunk() { return static_cast<int>(threadIdx.x) % Tile::chunks; }
  __device__ static int row(int i) { return static_cast<int>(threadIdx.x) / Tile::chunks + i * passed; }

  const float* from_;
  std::size_t pass_;
  int rows_, depth_;
  alignas(16) float values_[count][4];
};

/// A thread's elements of one of b's slices, which are transposed: neighbouring threads read neighbours of a row.
template <class Tile>
class FusedColumns {
 public:
  __device__ FusedColumns(MatrixView<const float> b, std::size_t first_column)
      : from_(b.data + first_column),
        stride_(static_cast<int>(b.stride)),
        columns_(static_cast<int>(b.columns - first_column)),
        depth_(static_cast<int>(b.rows)) {}

  __device__ void load(int slice) {
#pragma unroll
    for (int i = 0; i < count; ++i) {
      const int k = slice * Tile::depth + 4 * chunk(i);
      const float* const from = from_ + static_cast<std::size_t>(k) * stride_ + column(i);
      const bool inside = column(i) < columns_ && (even || chunk(i) < Tile::chunks);
#pragma unroll
      for (int v = 0; v < 4; ++v) values_[i][v] = inside && k + v < depth_ ? from[v * stride_] : 0;
    }
  }

  __device__ unsigned store(unsigned char* slice) const {
    unsigned least = ~0u;
#pragma unroll
    for (int i = 0; i < count; ++i) {
      if (!even && chunk(i) >= Tile::chunks) break;
      unsigned char* const to = slice + swizzled(column(i), chunk(i));
      least = min(least, store_fused_terms(values_[i], to, to + Tile::b_bytes));
    }
    return least;
  }

 private:
  static constexpr int all = Tile::columns * Tile::chunks, count = (all + Tile::threads - 1) / Tile::threads;
  static constexpr bool even = all % Tile::threads == 0;
  __device__ static int index(int i) { return static_cast<int>(threadIdx.x) + i * Tile::threads; }
  __device__ static int column(int i) { return index(i) % Tile::columns; }
  __device__ static int chunk(int i) { return index(i) / Tile::columns; }

  const float* from_;
  int stride_, columns_, depth_;
  float values_[count][4];
};

/// part += the products of a slice's terms, of which `left` elements along k are left, or part = them if `fresh`. The small
/// products come first. Each step has its own fence, since the compiler inserts one wherever control flow may have left.
template <class Tile>
__device__ inline void multiply_fused_slice(float (&part)[Tile::sums], const unsigned char* slice, int left,
                                            bool fresh) {
  const int group = static_cast<int>(threadIdx.x) / 128;
  const std::uint64_t a_high = slice_descriptor<128>(slice + group * 64 * Tile::slice_row_bytes);
  const std::uint64_t b_high = slice_descriptor<128>(slice + 2 * Tile::a_bytes);
  const std::uint64_t a_low = a_high + (Tile::a_bytes >> 4), b_low = b_high + (Tile::b_bytes >> 4);
  constexpr int most_steps = Tile::slice_row_bytes / step_bytes, step = step_bytes >> 4;
  const int steps = (min(left, Tile::depth) + 7) / 8;
  hold_sums(part);
#pragma unroll
  for (int s = 0; s < most_steps; ++s) {
    if (s >= steps) break;
    wgmma_fence();
    wgmma<Tf32>(part, a_low + s * step, b_high + s * step, !fresh || s > 0);
    wgmma<Tf32>(part, a_high + s * step, b_low + s * step, true);
  }
#pragma unroll
  for (int s = 0; s < most_steps; ++s) {
    if (s >= steps) break;
    wgmma_fence();
    wgmma<Tf32>(part, a_high + s * step, b_high + s * step, true);
  }
  wgmma_commit();
  hold_sums(part);
}

/// What is written to shared memory is there for the tensor cores.
__device__ inline void publish_to_tensor_cores() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// An element in float32, as the definition says.
__device__ inline float fused_element(const FusedProducts& products, const float* a, const float* b,
                                      std::size_t row, std::size_t column) {
  float sum = 0;
  for (std::size_t k = 0; k < products.a.columns; ++k)
    sum += a[row * products.a.stride + k] * b[k * products.b.stride + column];
  return sum;
}

template <class Tile, bool InVectors>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks_at_once)
    multiply_fused(const __grid_constant__ FusedProducts products) {
  extern __shared__ unsigned char shared[];
  unsigned char* const memory =
      shared + (Tile::alignment - shared_address(shared) % Tile::alignment) % Tile::alignment;
  const unsigned part = blockIdx.x % products.parts, tile_of_all = blockIdx.x / products.parts;
  const std::size_t product = tile_of_all / products.tiles;
  MatrixView<const float> a = products.a, b = products.b;
  a.data += product * products.a_distance;
  b.data += product * products.b_distance;
  const TilePlace place = tile_place<Tile>(products.c.rows, products.c.columns, tile_of_all % products.tiles);
  const int slices = static_cast<int>((a.columns + Tile::depth - 1) / Tile::depth);
  const int first = static_cast<int>(part * products.part_slices);
  const int end = min(first + static_cast<int>(products.part_slices), slices);

  asm volatile("griddepcontrol.wait;" ::: "memory");  // for the kernel before, which may still run
  FusedRows<Tile, InVectors> rows(a, place.row);
  FusedColumns<Tile> columns(b, place.column);
  rows.load(first);
  columns.load(first);
  constexpr unsigned least_split = 2 * ((127u - 50u) << 23) - 1;
  unsigned least = ~0u;
  float sums[Tile::sums] = {}, part_sums[Tile::takes_out ? Tile::sums : 1];
#pragma unroll 1
  for (int slice = first; slice < end; ++slice) {
    wgmma_wait<0>();
    __syncthreads();  // no group reads the slice before any more
    least = min(least, rows.store(memory));
    least = min(least, columns.store(memory + 2 * Tile::a_bytes));
    publish_to_tensor_cores();
    __syncthreads();
    const int left = static_cast<int>(a.columns) - slice * Tile::depth;
    if constexpr (Tile::takes_out) {
      multiply_fused_slice<Tile>(part_sums, memory, left, true);
    } else {
      multiply_fused_slice<Tile>(sums, memory, left, slice == first);
    }
    if (slice + 1 < end) {
      rows.load(slice + 1);
      columns.load(slice + 1);
    }
    if constexpr (Tile::takes_out) {
      wgmma_wait<0>();
      hold_sums(part_sums);
#pragma unroll
      for (int i = 0; i < Tile::sums; ++i) sums[i] += part_sums[i];
    }
  }
  wgmma_wait<0>();
  hold_sums(sums);
  const bool is_out = __syncthreads_or(least < least_split);  // and nobody reads slices any more

  // The rows of the tile in shared memory are rotated, so that warps write to different banks.
  auto* const tile = reinterpret_cast<float*>(memory);
  const int thread = static_cast<int>(threadIdx.x), lane = thread % 32;
#pragma unroll
  for (int i = 0; i < Tile::sums; i += 2) {
    const int row = thread / 32 * 16 + lane / 4 + i / 2 % 2 * 8, column = i / 4 * 8 + lane % 4 * 2;
    auto* const to =
        reinterpret_cast<float2*>(tile + row * Tile::columns + (column + row % 8 * 8) % Tile::columns);
    *to = is_out ? float2{NAN, NAN} : float2{sums[i], sums[i + 1]};
  }
  const int tile_rows = static_cast<int>(min(a.rows - place.row, std::size_t{Tile::rows}));
  if (products.parts == 1) {
    __syncthreads();
  } else {
    cluster_sync();
  }
  const unsigned rank = products.parts == 1 ? 0 : rank_in_cluster();
  const int c_columns = static_cast<int>(products.c.columns - place.column);
  float* const c =
      products.c.data + product * products.c_distance + place.row * products.c.stride + place.column;
  constexpr int across = Tile::columns / 4;
  for (int i = static_cast<int>(rank) * Tile::threads + thread; i < tile_rows * across;
       i += static_cast<int>(products.parts) * Tile::threads) {
    const int row = i / across, rotated = i % across * 4 - row % 8 * 8;
    const int column = rotated < 0 ? rotated + Tile::columns : rotated;
    if (column >= c_columns) continue;
    auto sum = *reinterpret_cast<const Vector16<float>*>(tile + 4 * i);
    if (products.parts > 1) {
      sum = read_of_block(tile + 4 * i, 0);
#pragma unroll 4
      for (unsigned other = 1; other < products.parts; ++other) {
        const Vector16<float> next = read_of_block(tile + 4 * i, other);
#pragma unroll
        for (int v = 0; v < 4; ++v) sum.values[v] += next.values[v];
      }
    }
    float* const to = c + row * products.c.stride + column;
#pragma unroll
    for (int v = 0; v < 4; ++v) {
      if (!std::isfinite(sum.values[v]) && column + v < c_columns)
        sum.values[v] = fused_element(products, a.data, b.data, place.row + row, place.column + column + v);
    }
    if constexpr (InVectors) {
      *reinterpret_cast<Vector16<float>*>(to) = sum;
    } else {
#pragma unroll
      for (int v = 0; v < 4; ++v) {
        if (column + v < c_columns) to[v] = sum.values[v];
      }
    }
  }
  __syncwarp();
  if (products.parts > 1) cluster_sync();  // nobody reads this block's part any more
}

}  // namespace kernels::hopper
