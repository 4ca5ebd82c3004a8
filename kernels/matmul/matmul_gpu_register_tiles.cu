// Two-dimensional tiles of c in registers. A block of threads computes a tile of c; slices of a and b go
// through shared memory; a thread holds 8 x 8 sums in registers, reads vectors of 16 bytes of its rows
// of a and its columns of b, and multiplies each with each. So an element that is read from shared memory
// serves 8 multiply-adds. (Volkov and Demmel, "Benchmarking GPUs to Tune Dense Linear Algebra", SC
// 2008, brought the sums into registers; Nath, Tomov and Dongarra, "An Improved MAGMA GEMM for Fermi GPUs",
// 2010, made the thread's tile two-dimensional.)
//
// Copies are asynchronous: while one slice is multiplied, the next are on their way from memory to shared
// memory, without passing through registers (cp.async, from Ampere on). One barrier a slice. The slice of a is
// transposed on its way, so that a step of the sum reads few registers: 8 of a and 8 of b, those of the next step
// while this one is computed. Reads of shared memory have no bank conflicts, and the order of a warp's threads
// lets a vector of 16 bytes take the time of two words, not of four. Several blocks share the last tiles, or all
// of a small product's, each a part of the sum (tile_parts.hpp); so it is the same in every run.
//
// Work: M N K multiply-adds. Traffic from the L2 cache for a tile of R x C: M N K / C elements of a and M N
// K / R of b. In float32, nine of ten instructions are multiply-adds. On an H200: 51 to 53 of 65 TFLOP/s in
// float32 from n = 4096 on (on compute capability 9.0 by hopper/stream_k.cu and, the largest,
// hopper/register_tiles.cu; the smallest are for hopper/small_products.cu), 25 of 33 in float64. What was
// tried, and what limits it: laboratory/notes/matmul.md.

#include <type_traits>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/matmul/hopper/flat_shapes.hpp"
#include "kernels/matmul/hopper/register_tiles.hpp"
#include "kernels/matmul/hopper/small_products.hpp"
#include "kernels/matmul/hopper/stream_k.hpp"
#include "kernels/matmul/register_tiles.cuh"
#include "kernels/matmul/register_tiles.hpp"

namespace kernels {
namespace {

template <class Tile, int CopyBytes, class T = typename Tile::Element>
void launch(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, bool add, GpuStream stream) {
  static_assert(Tile::shared_bytes <= 48 * 1024, "more needs to be permitted");
  multiply_in_parts<Tile>(c, a.columns, add, stream, [&](TileParts parts, T* partial) {
    multiply_register_tile<Tile, CopyBytes><<<parts.blocks(), Tile::threads, Tile::shared_bytes, stream>>>(
        a, b, Result<T>{c, add, rows_are_aligned(c), parts, partial});
    check_launch("matmul_gpu_register_tiles");
  });
}

template <class Tile, class T = typename Tile::Element>
void multiply(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, Into into, GpuStream stream) {
  if (rows_are_aligned(b)) return launch<Tile, 16>(a, b, c, into == Into::sum, stream);
  launch<Tile, sizeof(T)>(a, b, c, into == Into::sum, stream);
}

}  // namespace

template <class T>
void multiply_register_tiles(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, Into into,
                             GpuStream stream) {
  if (c.rows == 0 || c.columns == 0) return;
#ifdef WARP_JUDGE_HAS_HOPPER
  if constexpr (std::is_same_v<T, float>) {
    static const bool is_hopper = hopper_supported().available;
    if (is_hopper && a.columns > 0) {
      static const auto processors = static_cast<std::size_t>(multiprocessors());
      const std::size_t m = c.rows, k = a.columns, n = c.columns;
      const bool b_aligned = rows_are_aligned(b);
      switch (hopper::flat_shape(m, k, n)) {
        case hopper::FlatShape::short_sum:
          return multiply<RegisterTile<float, 64, 64, 16, 4, 8, 3, 6>>(a, b, c, into, stream);
        case hopper::FlatShape::narrow:
          return multiply<RegisterTile<float, 128, 64, 16, 8, 8, 3, 4>>(a, b, c, into, stream);
        case hopper::FlatShape::low:
          return multiply<BestTile<float>::Tile>(a, b, c, into, stream);
        case hopper::FlatShape::other:
          break;
      }
      const hopper::AlignedRows aligned{rows_are_aligned(a), b_aligned, rows_are_aligned(c)};
      if (const auto plan = hopper::stream_k_plan(m, k, n, aligned)) {
        return hopper::multiply_stream_k(a, b, c, into, *plan, plan->blocks_at_once * processors, stream);
      }
      if (hopper::clusters_pay(m, k, n)) {
        const hopper::TilePlan plan = hopper::plan_small(m, k, n, b_aligned, processors);
        return hopper::multiply_small(a, b, c, into, plan, stream);
      }
      if (hopper::copies_pay(m, k, n)) return hopper::multiply_register_tiles(a, b, c, into, stream);
    }
  }
#endif
  multiply<typename BestTile<T>::Tile>(a, b, c, into, stream);
}

template <class T>
void matmul_gpu_register_tiles(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
                               GpuStream stream) {
  multiply_register_tiles(a, b, c, Into::empty, stream);
}

template void multiply_register_tiles(MatrixView<const float>, MatrixView<const float>, MatrixView<float>,
                                      Into, GpuStream);
template void multiply_register_tiles(MatrixView<const double>, MatrixView<const double>, MatrixView<double>,
                                      Into, GpuStream);
template MatmulDeviceFunction<float> matmul_gpu_register_tiles<float>;
template MatmulDeviceFunction<double> matmul_gpu_register_tiles<double>;

}  // namespace kernels
