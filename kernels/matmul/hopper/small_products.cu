// gpu-register-tiles for compute capability 9.0 and products that are too small to fill it with large tiles: tiles are
// small, or cut into parts of the sum, which a cluster of blocks computes and adds in its shared memory
// (cluster_sum.cuh). So there is one kernel to start and no memory to get. tile_plan.hpp says how a product is cut.
//
// As in register_tiles.cu a warp of its own copies. Here it transposes a on the way, element by element, which is slower
// for large products (NOTES.md), but needs no pass over a beforehand. b comes by the copy engine if its rows are
// aligned.

#include <array>
#include <type_traits>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/matmul/hopper/barriers.cuh"
#include "kernels/matmul/hopper/cluster_sum.cuh"
#include "kernels/matmul/hopper/cluster_tiles.cuh"
#include "kernels/matmul/hopper/slice_ring.cuh"
#include "kernels/matmul/hopper/small_products.hpp"
#include "kernels/matmul/hopper/tensor_map.hpp"
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
  static constexpr int stage_elements = Base::a_elements + Base::b_elements;
  static constexpr int b_bytes = Base::b_elements * static_cast<int>(sizeof(float));
  static constexpr int alignment = 128;  ///< of what the copy engine writes
  static constexpr int ring_bytes =
      Base::stages * stage_elements * static_cast<int>(sizeof(float)) + alignment;
  static constexpr int all_threads = Base::threads + 32;

  static_assert(stage_elements * sizeof(float) % alignment == 0 &&
                Base::a_elements * sizeof(float) % alignment == 0);
  static_assert(Base::rows * Base::columns <= Base::stages * stage_elements,
                "a part of the tile takes their place");
};

/// How slices of b come to shared memory: by the copy engine, to which it is described, or element by element.
using ByEngine = CUtensorMap;
using ByElement = MatrixView<const float>;

/// One warp's work: the slices from `slice` to `end`, each as soon as there is room.
template <class Tile, class Copy>
__device__ void copy_slices(MatrixView<const float> a, const Copy& b, TilePlace place, std::size_t slice,
                            std::size_t end, float* slices, RingBarriers<Tile>& barriers) {
  constexpr int across = 8,
                down = 32 / across;  // elements of a that the warp copies at once: in different banks
  const unsigned lane = threadIdx.x % 32;
  const std::size_t row = place.row + lane / across, column = place.column + lane;
  const auto copy_a = [&](std::size_t k, float* a_slice, auto whole) {
    a_slice += lane % across * Tile::a_stride + lane / across;
    k += lane % across;
    const float* from = a.data + row * a.stride + k;
#pragma unroll
    for (int r = 0; r < Tile::rows; r += down, from += down * a.stride) {
#pragma unroll
      for (int i = 0; i < Tile::depth; i += across) {
        const bool valid = decltype(whole)::value || (row + r < a.rows && k + i < a.columns);
        copy_async<4>(a_slice + i * Tile::a_stride + r, valid ? from + i : a.data, valid ? 4 : 0);
      }
    }
  };
  [[maybe_unused]] const auto copy_b = [&](std::size_t k, float* b_slice, auto whole) {
    if constexpr (std::is_same_v<Copy, ByElement>) {
      const float* from = b.data + k * b.stride + column;
#pragma unroll
      for (int i = 0; i < Tile::depth; ++i, from += b.stride) {
#pragma unroll
        for (int j = 0; j < Tile::columns; j += 32) {
          const bool valid = decltype(whole)::value || (k + i < b.rows && column + j < b.columns);
          copy_async<4>(b_slice + i * Tile::columns + j + lane, valid ? from + j : b.data, valid ? 4 : 0);
        }
      }
    }
  };
  bool inside = place.row + Tile::rows <= a.rows;
  if constexpr (std::is_same_v<Copy, ByElement>) inside = inside && place.column + Tile::columns <= b.columns;
  RingPlace<Tile::stages> ring;
#pragma unroll 1
  for (; slice < end; ++slice, ring.advance()) {
    wait_for(&barriers.free[ring.stage], ring.parity ^ 1);
    std::uint64_t* const full = &barriers.full[ring.stage];
    float* const a_slice = slices + ring.stage * Tile::stage_elements;
    float* const b_slice = a_slice + Tile::a_elements;
    const std::size_t k = slice * Tile::depth;
    if constexpr (std::is_same_v<Copy, ByEngine>) {
      if (lane == 0) {
        arrive_expecting(full, Tile::b_bytes);
        copy_box(b, static_cast<int>(place.column), static_cast<int>(k), 0, b_slice, full, 0);
      }
      __syncwarp();
    }
    if (inside && k + Tile::depth <= a.columns) {
      copy_a(k, a_slice, std::true_type{});
      copy_b(k, b_slice, std::true_type{});
    } else {
      copy_a(k, a_slice, std::false_type{});
      copy_b(k, b_slice, std::false_type{});
    }
    arrive_when_copied(full);
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

/// result = a b: a tile a block, or a part of one, whose other parts are those of the cluster.
template <class Tile, class Copy>
__global__ void __launch_bounds__(Tile::all_threads, Tile::blocks_at_once)
    multiply_small_tile(MatrixView<const float> a, const __grid_constant__ Copy b, TileParts parts,
                        SmallResult result) {
  extern __shared__ unsigned char shared[];
  __shared__ RingBarriers<Tile> barriers;
  float* const slices = aligned_slices<Tile>(shared);
  const auto [tile, part] = parts.place(blockIdx.x);
  const TilePlace place = tile_place<Tile>(result.c.rows, result.c.columns, tile);
  const auto [first, end] = parts.range(tile, part, (a.columns + Tile::depth - 1) / Tile::depth);
  if (threadIdx.x == 0) {
    constexpr unsigned copying = 32 + (std::is_same_v<Copy, ByEngine> ? 1 : 0);
    begin_ring<Tile>(barriers, copying);
  }
  __syncthreads();
  if (threadIdx.x >= Tile::threads) return copy_slices<Tile>(a, b, place, first, end, slices, barriers);
  const ThreadPlace thread = thread_place<Tile>();
  float sums[Tile::thread_rows][Tile::thread_columns] = {};
  add_ring<Tile>(slices, barriers, static_cast<int>(end - first), thread, sums);
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
  asm volatile("bar.sync 1, %0;" ::"n"(Tile::threads)
               : "memory");  // all who compute have read the last slice
  for_each_vector([&](int row, int column, const Vector16<float>& values) {
    *reinterpret_cast<Vector16<float>*>(slices + row * Tile::columns + column) = values;
  });
  sum_in_cluster<Tile>(slices, parts.parts, store_in_result);
}

template <class Tile, class Copy>
void launch(MatrixView<const float> a, const Copy& b, const TileParts& parts, const SmallResult& result,
            GpuStream stream) {
  permit_shared_memory<multiply_small_tile<Tile, Copy>>(Tile::ring_bytes, "multiply_small_tile");
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {parts.parts, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = parts.blocks();
  config.blockDim = Tile::all_threads;
  config.dynamicSmemBytes = Tile::ring_bytes;
  config.stream = stream;
  config.attrs = &cluster;
  config.numAttrs = parts.split_tiles() == 0 ? 0 : 1;
  check_cuda(cudaLaunchKernelEx(&config, multiply_small_tile<Tile, Copy>, a, b, parts, result),
             "multiply_small_tile");
}

template <std::size_t kind>
void multiply(MatrixView<const float> a, MatrixView<const float> b, const TileParts& parts,
              const SmallResult& result, GpuStream stream) {
  using Tile = SmallTile<kind>;
  if (!rows_are_aligned(b)) return launch<Tile>(a, b, parts, result, stream);
  const std::size_t stride_bytes = b.stride * sizeof(float);
  const CUtensorMap boxes = describe_boxes(CU_TENSOR_MAP_DATA_TYPE_FLOAT32, b.data, {b.columns, b.rows, 1},
                                           {stride_bytes, b.rows * stride_bytes},
                                           {Tile::columns, Tile::depth, 1}, CU_TENSOR_MAP_SWIZZLE_NONE);
  launch<Tile>(a, boxes, parts, result, stream);
}

}  // namespace

void multiply_small(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c, Into into,
                    const TilePlan& plan, GpuStream stream) {
  using Multiply =
      void(MatrixView<const float>, MatrixView<const float>, const TileParts&, const SmallResult&, GpuStream);
  constexpr std::array<Multiply*, tile_kinds.size()> multiply_by_kind = {&multiply<0>, &multiply<1>,
                                                                         &multiply<2>, &multiply<3>};
  multiply_by_kind.at(plan.kind)(a, b, plan.parts, {c, into == Into::sum, rows_are_aligned(c)}, stream);
}

}  // namespace kernels::hopper
