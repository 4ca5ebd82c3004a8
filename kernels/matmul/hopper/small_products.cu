// gpu-register-tiles for compute capability 9.0 and products that are too small to fill it with large tiles: tiles are
// small, or divided into parts of the sum, which a cluster of blocks computes and adds in its shared memory
// (cluster_sum.cuh). So there is one launch, and no memory to allocate. tile_plan.hpp decides how a product is divided.
//
// As in register_tiles.cu, a separate warp copies. Here it transposes a on the way, element by element, which is slower
// for large products (laboratory/notes/matmul-hopper.md), but needs no pass over a beforehand. b comes by the copy
// engine if its rows are aligned.

#include <type_traits>
#include <utility>

#include "kernels/gpu/shared_memory.hpp"
#include "kernels/matmul/hopper/barriers.cuh"
#include "kernels/matmul/hopper/cluster_sum.cuh"
#include "kernels/matmul/hopper/cluster_tiles.cuh"
#include "kernels/matmul/hopper/copyable_factors.hpp"
#include "kernels/matmul/hopper/launch_parts.hpp"
#include "kernels/matmul/hopper/slice_ring.cuh"
#include "kernels/matmul/hopper/small_products.hpp"
#include "kernels/matmul/register_tiles.cuh"

namespace kernels::hopper {
namespace {

/// A tile whose slices a warp more than compute it copies.
template <std::size_t kind>
using ComputedTile =
    RegisterTile<float, tile_kinds[kind].rows, tile_kinds[kind].columns, 16, tile_kinds[kind].thread_rows,
                 tile_kinds[kind].thread_columns, 4, tile_kinds[kind].blocks_at_once>;
template <std::size_t kind>
struct SmallTile : ComputedTile<kind> {
  using Base = ComputedTile<kind>;
  static constexpr bool a_transposed = tile_kinds[kind].a_transposed;
  static constexpr int a_stride = a_transposed ? Base::rows : Base::a_stride;
  static constexpr int a_elements = Base::depth * a_stride, stage_elements = a_elements + Base::b_elements;
  static constexpr int a_bytes = a_elements * static_cast<int>(sizeof(float));
  static constexpr int b_bytes = Base::b_elements * static_cast<int>(sizeof(float));
  static constexpr int alignment = 128;  ///< of what the copy engine writes
  static constexpr int ring_bytes = Base::stages * (a_bytes + b_bytes) + alignment;
  static constexpr int all_threads = Base::threads + 32;
  static constexpr int part_stride = Base::columns;  ///< of a part of the tile

  static_assert(a_bytes % alignment == 0 && b_bytes % alignment == 0);
  static_assert(Base::rows * Base::columns <= Base::stages * stage_elements,
                "a part of the tile takes their place");
};

/// How slices of a factor come to shared memory: by the copy engine, to which it is described, a transposed; or element
/// by element, and a is transposed on the way.
using ByEngine = CUtensorMap;
using ByElement = MatrixView<const float>;
template <class Copy>
constexpr bool by_engine = std::is_same_v<Copy, ByEngine>;

/// Starts to copy a slice of a, depth k, element by element.
template <class Tile, bool whole>
__device__ void copy_a(ByElement a, std::size_t row, std::size_t k, float* slice) {
  constexpr int across = 8, down = 32 / across;  // elements that the warp copies at once: in different banks
  const unsigned lane = threadIdx.x % 32;
  row += lane / across;
  k += lane % across;
  slice += lane % across * Tile::a_stride + lane / across;
  const float* from = a.data + row * a.stride + k;
#pragma unroll
  for (int r = 0; r < Tile::rows; r += down, from += down * a.stride) {
#pragma unroll
    for (int i = 0; i < Tile::depth; i += across) {
      const bool valid = whole || (row + r < a.rows && k + i < a.columns);
      copy_async<4>(slice + i * Tile::a_stride + r, valid ? from + i : a.data, valid ? 4 : 0);
    }
  }
}

/// Starts to copy a slice of b in the same way.
template <class Tile, bool whole>
__device__ void copy_b(ByElement b, std::size_t k, std::size_t column, float* slice) {
  const unsigned lane = threadIdx.x % 32;
  column += lane;
  const float* from = b.data + k * b.stride + column;
#pragma unroll
  for (int i = 0; i < Tile::depth; ++i, from += b.stride) {
#pragma unroll
    for (int j = 0; j < Tile::columns; j += 32) {
      const bool valid = whole || (k + i < b.rows && column + j < b.columns);
      copy_async<4>(slice + i * Tile::columns + j + lane, valid ? from + j : b.data, valid ? 4 : 0);
    }
  }
}

/// One warp's work: the slices from `slice` to `end`, each as soon as there is room.
template <class Tile, class CopyA, class CopyB>
__device__ void copy_slices(const CopyA& a, const CopyB& b, TilePlace place, std::size_t slice,
                            std::size_t end, float* slices, RingBarriers<Tile>& barriers) {
  RingPlace<Tile::stages> ring;
#pragma unroll 1
  for (; slice < end; ++slice, ring.advance()) {
    wait_for(&barriers.free[ring.stage], ring.parity ^ 1);
    std::uint64_t* const full = &barriers.full[ring.stage];
    float* const a_slice = slices + ring.stage * Tile::stage_elements;
    float* const b_slice = a_slice + Tile::a_elements;
    const std::size_t k = slice * Tile::depth;
    if constexpr (by_engine<CopyB>) {
      if (threadIdx.x % 32 == 0) {
        arrive_expecting(full, (by_engine<CopyA> ? Tile::a_bytes : 0) + Tile::b_bytes);
        const int first = static_cast<int>(k);
        if constexpr (by_engine<CopyA>) copy_box(a, static_cast<int>(place.row), first, 0, a_slice, full, 0);
        copy_box(b, static_cast<int>(place.column), first, 0, b_slice, full, 0);
      }
      __syncwarp();
    }
    if constexpr (!by_engine<CopyA>) {
      bool whole = place.row + Tile::rows <= a.rows && k + Tile::depth <= a.columns;
      if constexpr (!by_engine<CopyB>) whole = whole && place.column + Tile::columns <= b.columns;
      if (whole) {
        copy_a<Tile, true>(a, place.row, k, a_slice);
        if constexpr (!by_engine<CopyB>) copy_b<Tile, true>(b, k, place.column, b_slice);
      } else {
        copy_a<Tile, false>(a, place.row, k, a_slice);
        if constexpr (!by_engine<CopyB>) copy_b<Tile, false>(b, k, place.column, b_slice);
      }
      arrive_when_copied(full);
    }
  }
}

/// Where sums go. c's rows are written in vectors of 16 bytes where `aligned` says that they can be.
struct SmallResult {
  MatrixView<float> c;
  bool add;  ///< to what is in c
  bool aligned;

  __device__ void store(std::size_t row, std::size_t column, Vector16<float> values) const {
    if (row >= c.rows) return;
    float* const to = c.data + row * c.stride + column;
    if (aligned && column + 4 <= c.columns) {
      auto* const to_vector = reinterpret_cast<Vector16<float>*>(to);
      if (add) {
        const Vector16<float> found = *to_vector;
#pragma unroll
        for (int v = 0; v < 4; ++v) values.values[v] += found.values[v];
      }
      *to_vector = values;
      return;
    }
#pragma unroll
    for (int v = 0; v < 4; ++v) {
      if (column + v < c.columns) to[v] = (add ? to[v] : 0.0f) + values.values[v];
    }
  }
};

/// result = a b, sums of `depth` products: a tile a block, or a part of one, whose other parts are those of the
/// cluster.
template <class Tile, class CopyA, class CopyB>
__global__ void __launch_bounds__(Tile::all_threads, Tile::blocks_at_once)
    multiply_small_tile(const __grid_constant__ CopyA a, const __grid_constant__ CopyB b, std::size_t depth,
                        TileParts parts, SmallResult result) {
  extern __shared__ unsigned char shared[];
  __shared__ RingBarriers<Tile> barriers;
  float* const slices = aligned_slices<Tile>(shared);
  const auto [tile, part] = parts.place(blockIdx.x);
  const TilePlace place = tile_place<Tile>(result.c.rows, result.c.columns, tile);
  const auto [first, end] = parts.range(tile, part, (depth + Tile::depth - 1) / Tile::depth);
  if (threadIdx.x == 0) {
    begin_ring<Tile>(barriers, (by_engine<CopyA> ? 0 : 32) + (by_engine<CopyB> ? 1 : 0));
  }
  __syncthreads();
  if (threadIdx.x >= Tile::threads) {
    wait_for_previous();
    return copy_slices<Tile>(a, b, place, first, end, slices, barriers);
  }
  const ThreadPlace thread = thread_place<Tile>();
  float sums[Tile::thread_rows][Tile::thread_columns] = {};
  RingReader<Tile> reader;
  add_ring<Tile>(slices, barriers, reader, static_cast<int>(end - first), thread, sums);
  const auto for_each_vector = [&](auto store) {
#pragma unroll
    for (int i = 0; i < Tile::thread_rows; ++i) {
#pragma unroll
      for (int j = 0; j < Tile::thread_columns; j += 4) {
        store(thread.row + i / 4 * 16 + i % 4, thread.column + 8 * j,
              Vector16<float>{sums[i][j], sums[i][j + 1], sums[i][j + 2], sums[i][j + 3]});
      }
    }
  };
  const auto store_in_result = [&](int row, int column, const Vector16<float>& values) {
    result.store(place.row + row, place.column + column, values);
  };
  if (!parts.is_split(tile)) return for_each_vector(store_in_result);
  wait_for_computing<Tile>();  // they have read the last slice
  for_each_vector([&](int row, int column, const Vector16<float>& values) {
    *reinterpret_cast<Vector16<float>*>(slices + row * Tile::columns + column) = values;
  });
  sum_in_cluster<Tile>(slices, parts.parts, store_in_result);
}

template <class Tile, class CopyA, class CopyB>
void launch(const CopyA& a, const CopyB& b, std::size_t depth, const TileParts& parts,
            const SmallResult& result, GpuStream stream) {
  permit_shared_memory<multiply_small_tile<Tile, CopyA, CopyB>>(Tile::ring_bytes, "multiply_small_tile");
  launch_parts(multiply_small_tile<Tile, CopyA, CopyB>, "multiply_small_tile", parts,
               {parts.blocks(), Tile::all_threads, Tile::ring_bytes}, stream, a, b, depth, parts, result);
}

template <std::size_t kind>
void multiply(MatrixView<const float> a, MatrixView<const float> b, const TileParts& parts,
              const SmallResult& result, GpuStream stream) {
  using Tile = SmallTile<kind>;
  if constexpr (Tile::a_transposed) {
    const CopyableFactors factors(Copied::both, a, b, stream);
    launch<Tile>(describe_slices(factors.transposed_a(), Tile::rows, slice_depth),
                 describe_slices(factors.b(), Tile::columns, slice_depth), a.columns, parts, result, stream);
  } else if (rows_are_aligned(b)) {
    launch<Tile>(a, describe_slices(b, Tile::columns, slice_depth), a.columns, parts, result, stream);
  } else {
    launch<Tile>(a, b, a.columns, parts, result, stream);
  }
}

template <std::size_t... kinds>
void multiply(const TilePlan& plan, MatrixView<const float> a, MatrixView<const float> b,
              const SmallResult& result, GpuStream stream, std::index_sequence<kinds...>) {
  ((plan.kind == kinds ? multiply<kinds>(a, b, plan.parts, result, stream) : void()), ...);
}

}  // namespace

void multiply_small(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c, Into into,
                    const TilePlan& plan, GpuStream stream) {
  multiply(plan, a, b, {c, into == Into::sum, rows_are_aligned(c)}, stream,
           std::make_index_sequence<tile_kinds.size()>());
}

}  // namespace kernels::hopper
