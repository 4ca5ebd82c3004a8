// gpu-register-tiles for compute capability 9.0 and products of a few tiles for each multiprocessor, by Stream-K
// (Osama, Merrill, Cecka, Garland and Owens, "Stream-K: Work-centric Parallel Decomposition for Dense Matrix-Matrix
// Multiplication on the GPU", PPoPP 2023): all slices of all tiles form one sequence, and each block multiplies an
// equal part of it, wherever a tile ends. So no multiprocessor has a tile more than others.
//
// A block goes through its slices from the last tile to the first. So it begins with the tile that the end of its range
// divides, and leaves the sums of that tile's first slices in memory. The next block comes to the rest of that tile
// last, and adds them then. A block hardly ever waits, and only for blocks that were started before it, which run or
// have ended.
//
// The inner loop is that of register_tiles.cu. If fewer tiles of 128 x 64 than of 64 x 128 cover c, the factors change
// places, as both have a row for each step of the sum, and tiles are stored transposed. If c has few columns, a pass
// that transposes a beforehand would take longer than it saves, so the warp that copies transposes it.

#include <algorithm>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/shared_memory.hpp"
#include "kernels/matmul/hopper/barriers.cuh"
#include "kernels/matmul/hopper/copied_tile.cuh"
#include "kernels/matmul/hopper/copyable_factors.hpp"
#include "kernels/matmul/hopper/slice_ring.cuh"
#include "kernels/matmul/hopper/stream_k.hpp"
#include "kernels/matmul/hopper/transposing_copy.cuh"
#include "kernels/matmul/register_tiles.cuh"

namespace kernels::hopper {
namespace {

using Tile = CopiedTile;
constexpr int vectors = Tile::thread_rows * Tile::thread_columns / 4;  ///< of a thread's sums
constexpr std::size_t tile_elements = std::size_t{Tile::rows} * Tile::columns;

/// A block's next slices of one tile, numbered as those of all tiles are.
struct Segment {
  unsigned tile, tile_begin, tile_end, first, end;
  __device__ unsigned count() const { return end - first; }
};

/// The shares of `blocks` in the slices of all tiles, `depth` a tile.
struct Shares {
  unsigned depth, slices, blocks;

  __device__ unsigned begin(unsigned block) const {
    return static_cast<unsigned>(std::uint64_t{slices} * block / blocks);
  }
  /// The last segment of this block's share, if what comes from `end` on has been done.
  __device__ Segment last_segment(unsigned end) const {
    const unsigned tile = (end - 1) / depth, tile_begin = tile * depth;
    return {tile, tile_begin, tile_begin + depth, max(begin(blockIdx.x), tile_begin), end};
  }
};

/// Both factors of c, or of the transposed c: as the copy engine brings them, and a as the copying warp transposes it.
struct Factors {
  CUtensorMap down, across;
  MatrixView<const float> a;
};

/// One warp's work: all slices of the block's share, each as soon as there is room in the ring. `a_on_the_way`: the slices
/// down are those of a, which the warp transposes.
template <bool a_on_the_way>
__device__ void copy_share(const Factors& factors, std::size_t rows, std::size_t columns,
                           const Shares& shares, float* slices, RingBarriers<Tile>& barriers) {
  RingPlace<Tile::stages> ring;
#pragma unroll 1
  for (unsigned end = shares.begin(blockIdx.x + 1); end > shares.begin(blockIdx.x);) {
    const Segment segment = shares.last_segment(end);
    const TilePlace place = tile_place<Tile>(rows, columns, segment.tile);
    TransposedSlices<Tile::rows, Tile::depth> transposed(factors.a, place.row);
    int k = static_cast<int>(segment.first - segment.tile_begin) * Tile::depth;
#pragma unroll 1
    for (unsigned left = segment.count(); left > 0; --left, k += Tile::depth, ring.advance()) {
      if constexpr (!a_on_the_way) {
        copy_slice<Tile>(factors.down, factors.across, place, k, slices, ring, barriers);
        continue;
      }
      transposed.read(k);
      wait_for(&barriers.free[ring.stage], ring.parity ^ 1);
      std::uint64_t* const full = &barriers.full[ring.stage];
      float* const down = slices + ring.stage * Tile::stage_elements;
      if (threadIdx.x == Tile::threads) {
        arrive_expecting(full, Tile::b_elements * int{sizeof(float)});
        copy_box(factors.across, static_cast<int>(place.column), k, 0, down + Tile::a_elements, full, 0);
      }
      __syncwarp();
      transposed.write(down);
      arrive_at(full);
    }
    end = segment.first;
  }
}

using Sums = float[Tile::thread_rows][Tile::thread_columns];

/// Where a block leaves what it has of a tile that others finish: vectors of 16 bytes, those of all threads in a row.
struct Partials {
  float* sums;
  unsigned* ready;  ///< of each block: 1 once its sums are there

  __device__ Vector16<float>* place(unsigned block, int vector) const {
    return reinterpret_cast<Vector16<float>*>(sums + block * tile_elements) + vector * Tile::threads +
           threadIdx.x;
  }
  __device__ void leave(const Sums& mine) const {
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
      const float* const from = &mine[v / 2][v % 2 * 4];
      *place(blockIdx.x, v) = {from[0], from[1], from[2], from[3]};
    }
    __threadfence();
    wait_for_computing<Tile>();
    if (threadIdx.x == 0) asm volatile("st.release.gpu.u32 [%0], 1;" ::"l"(ready + blockIdx.x) : "memory");
  }
  __device__ void add(unsigned block, Sums& mine) const {
    unsigned there;
    do {
      asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(there) : "l"(ready + block) : "memory");
    } while (there == 0);
#pragma unroll
    for (int v = 0; v < vectors; ++v) {
      const float4 found = __ldcg(reinterpret_cast<const float4*>(place(block, v)));
      float* const to = &mine[v / 2][v % 2 * 4];
      to[0] += found.x;
      to[1] += found.y;
      to[2] += found.z;
      to[3] += found.w;
    }
  }
};

/// How a block stores a tile of c: rows that are aligned, others, or the transposed tile.
enum class Store { aligned, by_warps, transposed };

/// Stores a thread's sums in c, of which the tile is the transposed one: runs of four elements, one by one.
__device__ void store_transposed(const Sums& sums, MatrixView<float> c, bool add, TilePlace place,
                                 ThreadPlace thread) {
#pragma unroll
  for (int j = 0; j < Tile::thread_columns; ++j) {
    const std::size_t row = place.column + thread.column + j / 4 * 32 + j % 4;
    if (row >= c.rows) continue;
    float* const to = c.data + row * c.stride + place.row + thread.row;
#pragma unroll
    for (int i = 0; i < Tile::thread_rows; ++i) {
      const int step = i / 4 * 16 + i % 4;
      if (place.row + thread.row + step < c.columns) to[step] = (add ? to[step] : 0.0f) + sums[i][j];
    }
  }
}

/// The product's blocks and the memory for what they leave each other. For Store::transposed the factors and c change
/// places: tiles are those of the transposed c.
template <Store store, bool a_on_the_way>
__global__ void __launch_bounds__(Tile::all_threads, Tile::blocks_at_once)
    multiply_stream_k(const __grid_constant__ Factors factors, Shares shares, MatrixView<float> c, bool add,
                      Partials partials) {
  extern __shared__ unsigned char shared[];
  __shared__ RingBarriers<Tile> barriers;
  float* const slices = aligned_slices<Tile>(shared);
  if (threadIdx.x == 0) begin_ring<Tile>(barriers, a_on_the_way ? 33 : 1);
  __syncthreads();
  asm volatile("griddepcontrol.wait;" ::: "memory");  // for the kernel before, which may still run
  constexpr bool transposed = store == Store::transposed;
  const std::size_t rows = transposed ? c.columns : c.rows, columns = transposed ? c.rows : c.columns;
  if (threadIdx.x >= Tile::threads) {
    if (a_on_the_way || threadIdx.x == Tile::threads) {
      copy_share<a_on_the_way>(factors, rows, columns, shares, slices, barriers);
    }
    return;
  }
  const ThreadPlace thread = thread_place<Tile>();
  RingReader<Tile> reader;
#pragma unroll 1
  for (unsigned end = shares.begin(blockIdx.x + 1); end > shares.begin(blockIdx.x);) {
    Sums sums = {};
    add_ring<Tile>(slices, barriers, reader, static_cast<int>(shares.last_segment(end).count()), thread,
                   sums);
    asm volatile("" : "+r"(end));  // so that what follows from it is not kept in registers meanwhile
    const Segment segment = shares.last_segment(end);
    end = segment.first;
    if (segment.end < segment.tile_end) {
      partials.leave(sums);
      continue;
    }
#pragma unroll 1
    for (unsigned block = blockIdx.x, first = segment.first; first > segment.tile_begin;
         first = shares.begin(block)) {
      partials.add(--block, sums);
    }
    const TilePlace place = tile_place<Tile>(rows, columns, segment.tile);
    if constexpr (transposed) {
      store_transposed(sums, c, add, place, thread);
    } else if constexpr (store == Store::aligned) {
      store_sums<Tile>(sums, c, add, true, place, thread);
    } else {
      store_by_warps<Tile>(sums, c, add, place, thread, slices + Tile::stages * Tile::stage_elements);
    }
  }
}

template <Store store, bool a_on_the_way>
void launch(const Factors& factors, const Shares& shares, MatrixView<float> c, bool add,
            const Partials& partials, GpuStream stream) {
  constexpr int shared_bytes = Tile::ring_bytes + (store == Store::by_warps ? Tile::staging_bytes : 0);
  permit_shared_memory<multiply_stream_k<store, a_on_the_way>>(shared_bytes, "multiply_stream_k");
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = shares.blocks;
  config.blockDim = Tile::all_threads;
  config.dynamicSmemBytes = shared_bytes;
  config.stream = stream;
  config.attrs = &early;
  config.numAttrs = 1;
  check_cuda(
      cudaLaunchKernelEx(&config, multiply_stream_k<store, a_on_the_way>, factors, shares, c, add, partials),
      "multiply_stream_k");
}

}  // namespace

void multiply_stream_k(MatrixView<const float> a, MatrixView<const float> b, MatrixView<float> c, Into into,
                       StreamK how, std::size_t blocks, GpuStream stream) {
  constexpr std::size_t longest_stride = TransposedSlices<Tile::rows, Tile::depth>::longest_stride;
  const bool transposed = how.way == StreamK::Way::c_transposed, aligned = rows_are_aligned(c);
  const bool a_on_the_way =
      how.way == StreamK::Way::a_on_the_way && rows_are_aligned(a) && a.stride <= longest_stride;
  const std::size_t tiles =
      transposed ? stream_k_tiles(c.columns, c.rows) : stream_k_tiles(c.rows, c.columns);
  const std::size_t depth = (a.columns + Tile::depth - 1) / Tile::depth;
  blocks = std::min(blocks, tiles * depth);
  const Shares shares{static_cast<unsigned>(depth), static_cast<unsigned>(tiles * depth),
                      static_cast<unsigned>(blocks)};
  const CopyableFactors copies(a_on_the_way ? Copied::only_b : Copied::both, a, b, stream,
                               blocks * tile_elements, blocks);
  const Partials partials{copies.partial_sums(), copies.flags()};
  Factors factors{{}, {}, a};
  // Both factors have a row for each step of the sum: each can be either.
  if (!a_on_the_way) {
    factors.down = describe_slices(transposed ? copies.b() : copies.transposed_a(), Tile::rows, Tile::depth);
  }
  factors.across =
      describe_slices(transposed ? copies.transposed_a() : copies.b(), Tile::columns, Tile::depth);
  auto* const launch_kernel = transposed ? &launch<Store::transposed, false>
                              : a_on_the_way
                                  ? (aligned ? &launch<Store::aligned, true> : &launch<Store::by_warps, true>)
                              : aligned ? &launch<Store::aligned, false>
                                        : &launch<Store::by_warps, false>;
  launch_kernel(factors, shares, c, into == Into::sum, partials, stream);
}

}  // namespace kernels::hopper
