// gpu-tensor-fp64 for compute capability 9.0. The copy engine brings slices of both factors into a ring in shared
// memory; each warp multiplies its part of the tile while it reads what it needs for the next 8 steps of the sum. Warps
// do not wait for each other: a barrier says that a slice has come, another that all warps have done with it. They take
// turns in asking for the next slice, two slices after its place was used, so that none waits for the slowest.
//
// The instruction takes its operands from registers that follow each other: four elements of a, two of b, which lie in
// different rows in memory. So they are read one by one, to where they belong; read in vectors of 16 bytes, half of all
// instructions would be moves. Which rows and columns of a tile a thread has is free: they are chosen so that reads have no
// bank conflicts in what the copy engine writes, where the place of a unit of 16 bytes in its 128 is XORed with the row.
//
// Small products are cut into small tiles, or into parts of the sum that a cluster adds (float64_plan.hpp). On an H200:
// laboratory/notes/matmul.md.

#include <optional>
#include <utility>

#include "kernels/gpu/pooled_memory.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/matmul/hopper/cluster_sum.cuh"
#include "kernels/matmul/hopper/float64_products.hpp"
#include "kernels/matmul/hopper/launch_parts.hpp"
#include "kernels/matmul/hopper/slice_ring.cuh"
#include "kernels/matmul/row_stride.hpp"

namespace kernels::hopper {
namespace {

using Pair = Vector16<double>;

/// A tile of float64_kinds. A slice has rows of 128 bytes: first those of a, then, for each 16 columns, those of b.
template <std::size_t kind>
struct Float64Tile {
  static constexpr int rows = float64_kinds[kind].rows, columns = float64_kinds[kind].columns;
  static constexpr int warp_rows = float64_kinds[kind].warp_rows;
  static constexpr int warp_columns = float64_kinds[kind].warp_columns;
  static constexpr int blocks_at_once = float64_kinds[kind].blocks_at_once;
  static constexpr int depth = slice_depth, stages = 4;
  static constexpr int warps_across = columns / warp_columns;
  static constexpr int warps = rows / warp_rows * warps_across, threads = 32 * warps;

  static constexpr int row_bytes = 128, box_columns = 16, box_bytes = depth * row_bytes;
  static constexpr int a_bytes = rows * row_bytes;
  static constexpr int stage_bytes = a_bytes + columns / box_columns * box_bytes;
  static constexpr int part_stride =
      columns + 2;                        ///< of a part of the tile: its rows begin in different banks
  static constexpr int alignment = 1024;  ///< of the copy engine's XORed rows
  static constexpr int shared_bytes = stages * stage_bytes + alignment;

  static_assert(depth * sizeof(double) == row_bytes && stage_bytes % alignment == 0);
  static_assert(rows * part_stride * static_cast<int>(sizeof(double)) <= stages * stage_bytes,
                "a part of the tile takes the ring's place");
};

/// sums += a b for 16 x 8 elements and 8 steps of the sum: a has rows g and g + 8 of step q, then of step q + 4; b, of a
/// column g, steps q and q + 4; sums, of each of these rows, columns 2 q and 2 q + 1, where g = lane / 4 and q = lane % 4.
__device__ inline void multiply_and_add(double (&sums)[4], const double (&a)[4], const double (&b)[2]) {
  asm volatile(
      "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+d"(sums[0]), "+d"(sums[1]), "+d"(sums[2]), "+d"(sums[3])
      : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
}

__device__ inline double read_shared(unsigned address) {
  double read;
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(read) : "r"(address));
  return read;
}

/// Where a thread's elements are: in a slice, in bytes, and in the tile.
template <class Tile>
struct LanePlace {
  unsigned a, b;         ///< its first of a slice
  unsigned row, column;  ///< of its first sums

  __device__ LanePlace() {
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, g = lane / 4, q = lane % 4;
    const unsigned warp_row = warp / Tile::warps_across * Tile::warp_rows;
    const unsigned warp_column = warp % Tile::warps_across * Tile::warp_columns;
    // Half a warp reads four rows of a, every second one, and four columns of b, of which two are eight further.
    const unsigned lane_row = g % 4 * 2 + g / 4, unit = g / 4 + g / 2 % 2 * 4;
    a = (warp_row + lane_row) * Tile::row_bytes + (q / 2 ^ lane_row) * 16 + q % 2 * 8;
    b = Tile::a_bytes + warp_column / Tile::box_columns * Tile::box_bytes + q * Tile::row_bytes +
        (unit ^ q) * 16 + g % 2 * 8;
    row = warp_row + lane_row;
    column = warp_column + q / 2 * 2 + q % 2 * 8;
  }
};

/// What a thread needs for 8 steps of the sum.
template <class Tile>
struct Operands {
  static constexpr int down = Tile::warp_rows / 16, across = Tile::warp_columns / 8;
  using Sums = double[down][across][4];
  double a[down][4], b[across][2];

  /// One of `down + across` reads: `a_at` and `b_at` are the thread's places, `half` that of the slice.
  __device__ void read(int number, unsigned a_at, unsigned b_at, int half) {
    if (number < across) {
      const int j = number;
#pragma unroll
      for (int e = 0; e < 2; ++e) {
        const unsigned at = b_at ^ (j % 2 * 32) ^ (e * 64);
        b[j][e] = read_shared(at + (4 * e + 8 * half) * Tile::row_bytes + j / 2 * Tile::box_bytes);
      }
    } else {
      const int i = number - across;
#pragma unroll
      for (int e = 0; e < 4; ++e) {
        const unsigned at = a_at ^ (half * 64) ^ (e / 2 * 32);
        a[i][e] = read_shared(at + (16 * i + 8 * (e % 2)) * Tile::row_bytes);
      }
    }
  }

  __device__ void read_all(unsigned a_at, unsigned b_at) {
#pragma unroll
    for (int number = 0; number < down + across; ++number) read(number, a_at, b_at, 0);
  }

  /// Multiplies, and reads `next` meanwhile: all of it by three quarters of the products.
  __device__ void multiply(Sums& sums, Operands& next, unsigned a_at, unsigned b_at, int half) const {
    constexpr int reads = down + across, products = down * across;
    int number = 0, product = 0;
#pragma unroll
    for (int i = 0; i < down; ++i) {
#pragma unroll
      for (int step = 0; step < across; ++step) {
        const int j = i % 2 == 0 ? step : across - 1 - step;  // there and back
        multiply_and_add(sums[i][j], a[i], b[j]);
        ++product;
#pragma unroll
        for (; number < reads && 3 * products * number < 4 * reads * product; ++number) {
          next.read(number, a_at, b_at, half);
        }
      }
    }
  }
};

/// The slices of a block's sum, as the copy engine is asked for them.
struct Slices {
  const CUtensorMap *a, *b;
  int row, column, first, count;

  template <class Tile>
  __device__ void copy(int slice, unsigned char* ring, int stage, RingBarriers<Tile>& barriers) const {
    std::uint64_t* const full = &barriers.full[stage];
    arrive_expecting(full, Tile::stage_bytes);
    const int k = (first + slice) * Tile::depth;
    unsigned char* to = ring + stage * Tile::stage_bytes;
    copy_box(*a, k, row, 0, to, full, 0);
    to += Tile::a_bytes;
#pragma unroll
    for (int j = 0; j < Tile::columns; j += Tile::box_columns, to += Tile::box_bytes) {
      copy_box(*b, column + j, k, 0, to, full, 0);
    }
  }
};

/// Adds all slices, of which the first have been asked for. A place in the ring is free when its slice's last reads have
/// been multiplied: a slice later.
template <class Tile>
__device__ void add_slices(const Slices& slices, unsigned char* ring, const LanePlace<Tile>& place,
                           RingBarriers<Tile>& barriers, typename Operands<Tile>::Sums& sums) {
  const unsigned a_at = shared_address(ring) + place.a, b_at = shared_address(ring) + place.b;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Operands<Tile> first_half, second_half;
  wait_for(&barriers.full[0], 0);
  first_half.read_all(a_at, b_at);
  RingPlace<Tile::stages> now, before, freed;
#pragma unroll 1
  for (int slice = 0; slice < slices.count; ++slice) {
    if (lane == 0) {
      if (slice > 0) arrive_at(&barriers.free[before.stage]);
      const int coming = slice + Tile::stages - 2;
      if (slice > 1 && coming < slices.count && warp == static_cast<unsigned>(slice) % Tile::warps) {
        wait_for(&barriers.free[freed.stage], freed.parity);
        slices.copy<Tile>(coming, ring, freed.stage, barriers);
      }
    }
    __syncwarp();
    const unsigned at = now.stage * Tile::stage_bytes;
    first_half.multiply(sums, second_half, a_at + at, b_at + at, 1);
    if (slice > 0) before.advance();
    if (slice > 1) freed.advance();
    now.advance();
    // After the last slice, what is there is read again, which costs less than a branch.
    const bool last = slice + 1 == slices.count;
    if (!last) wait_for(&barriers.full[now.stage], now.parity);
    const unsigned next = last ? at : now.stage * Tile::stage_bytes;
    second_half.multiply(sums, first_half, a_at + next, b_at + next, 0);
  }
}

/// Where sums go. c's rows are written in vectors of 16 bytes where `aligned` says that they can be.
struct Float64Result {
  MatrixView<double> c;
  bool add;  ///< to what is in c
  bool aligned;

  __device__ void store(std::size_t row, std::size_t column, Pair values) const {
    if (row >= c.rows) return;
    double* const to = c.data + row * c.stride + column;
    if (aligned && column + 2 <= c.columns) {
      auto* const to_pair = reinterpret_cast<Pair*>(to);
      if (add) {
        const Pair found = *to_pair;
        values.values[0] += found.values[0];
        values.values[1] += found.values[1];
      }
      *to_pair = values;
      return;
    }
#pragma unroll
    for (int v = 0; v < 2; ++v) {
      if (column + v < c.columns) to[v] = (add ? to[v] : 0.0) + values.values[v];
    }
  }
};

/// result = a b, sums of `all_slices`: a tile a block, or a part of one, whose other parts are those of the cluster.
template <class Tile>
__global__ void __launch_bounds__(Tile::threads, Tile::blocks_at_once)
    multiply_float64_tile(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                          std::size_t all_slices, TileParts parts, Float64Result result) {
  extern __shared__ unsigned char shared[];
  __shared__ RingBarriers<Tile> barriers;
  const unsigned unaligned = shared_address(shared) % Tile::alignment;
  unsigned char* const ring = shared + (Tile::alignment - unaligned) % Tile::alignment;
  const auto [tile, part] = parts.place(blockIdx.x);
  const TilePlace place = tile_place<Tile>(result.c.rows, result.c.columns, tile);
  const auto [first, end] = parts.range(tile, part, all_slices);
  const Slices slices{&a,
                      &b,
                      static_cast<int>(place.row),
                      static_cast<int>(place.column),
                      static_cast<int>(first),
                      static_cast<int>(end - first)};
  if (threadIdx.x == 0) {
    begin_ring<Tile>(barriers, 1);
    wait_for_previous();
    for (int slice = 0; slice < Tile::stages && slice < slices.count; ++slice) {
      slices.copy<Tile>(slice, ring, slice, barriers);
    }
  }
  __syncthreads();
  const LanePlace<Tile> lane;
  typename Operands<Tile>::Sums sums = {};
  add_slices<Tile>(slices, ring, lane, barriers, sums);
  const auto for_each_pair = [&](auto store) {
#pragma unroll
    for (int i = 0; i < Operands<Tile>::down; ++i) {
#pragma unroll
      for (int h = 0; h < 2; ++h) {
#pragma unroll
        for (int j = 0; j < Operands<Tile>::across; ++j) {
          store(lane.row + 16 * i + 8 * h, lane.column + 16 * (j / 2) + 4 * (j % 2),
                Pair{sums[i][j][2 * h], sums[i][j][2 * h + 1]});
        }
      }
    }
  };
  const auto store_in_result = [&](unsigned row, unsigned column, const Pair& values) {
    result.store(place.row + row, place.column + column, values);
  };
  if (!parts.is_split(tile)) return for_each_pair(store_in_result);
  __syncthreads();  // all have read the last slice
  auto* const sums_of_part = reinterpret_cast<double*>(ring);
  for_each_pair([&](unsigned row, unsigned column, const Pair& values) {
    *reinterpret_cast<Pair*>(sums_of_part + row * Tile::part_stride + column) = values;
  });
  sum_in_cluster<Tile>(sums_of_part, parts.parts, store_in_result);
}

/// A factor as the copy engine takes it: boxes of `rows` rows of 16 elements.
CUtensorMap describe_factor(MatrixView<const double> factor, unsigned rows) {
  const std::size_t stride_bytes = factor.stride * sizeof(double);
  return describe_boxes(CU_TENSOR_MAP_DATA_TYPE_FLOAT64, factor.data, {factor.columns, factor.rows, 1},
                        {stride_bytes, factor.rows * stride_bytes}, {16, rows, 1},
                        CU_TENSOR_MAP_SWIZZLE_128B);
}

template <std::size_t kind>
void launch(MatrixView<const double> a, MatrixView<const double> b, const TileParts& parts,
            const Float64Result& result, GpuStream stream) {
  using Tile = Float64Tile<kind>;
  permit_shared_memory<multiply_float64_tile<Tile>>(Tile::shared_bytes, "multiply_float64_tile");
  const std::size_t all_slices = (a.columns + Tile::depth - 1) / Tile::depth;
  launch_parts(multiply_float64_tile<Tile>, "multiply_float64_tile", parts,
               {parts.blocks(), Tile::threads, Tile::shared_bytes}, stream, describe_factor(a, Tile::rows),
               describe_factor(b, Tile::depth), all_slices, parts, result);
}

template <std::size_t... kinds>
void launch_kind(const TilePlan& plan, MatrixView<const double> a, MatrixView<const double> b,
                 const Float64Result& result, GpuStream stream, std::index_sequence<kinds...>) {
  ((plan.kind == kinds ? launch<kinds>(a, b, plan.parts, result, stream) : void()), ...);
}

/// A factor whose rows are aligned: the matrix itself, or a copy of it.
class AlignedFactor {
 public:
  AlignedFactor(MatrixView<const double> matrix, GpuStream stream) : view_(matrix) {
    if (rows_are_aligned(matrix)) return;
    const std::size_t stride = row_stride(matrix.columns, sizeof(double));
    copy_.emplace(matrix.rows * stride * sizeof(double), stream);
    auto* const data = static_cast<double*>(copy_->data());
    check_cuda(
        cudaMemcpy2DAsync(data, stride * sizeof(double), matrix.data, matrix.stride * sizeof(double),
                          matrix.columns * sizeof(double), matrix.rows, cudaMemcpyDeviceToDevice, stream),
        "cudaMemcpy2DAsync");
    view_ = {data, matrix.rows, matrix.columns, stride};
  }
  MatrixView<const double> view() const { return view_; }

 private:
  std::optional<PooledMemory> copy_;
  MatrixView<const double> view_;
};

}  // namespace

void multiply_float64(MatrixView<const double> a, MatrixView<const double> b, MatrixView<double> c, Into into,
                      const TilePlan& plan, GpuStream stream) {
  const AlignedFactor aligned_a(a, stream), aligned_b(b, stream);
  launch_kind(plan, aligned_a.view(), aligned_b.view(), {c, into == Into::sum, rows_are_aligned(c)}, stream,
              std::make_index_sequence<float64_kinds.size()>());
}

}  // namespace kernels::hopper
