// Two-dimensional tiles of c in registers. A block of threads computes a tile of c; slices of a and b go
// through shared memory; a thread holds 8 x 8 sums in registers, reads vectors of 16 bytes of its rows
// of a and its columns of b, and multiplies each with each. So an element that is read from shared memory
// serves 8 multiply-adds. (Volkov and Demmel, "Benchmarking GPUs to Tune Dense Linear Algebra", SC
// 2008, brought the sums into registers; Nath, Tomov and Dongarra, "An Improved MAGMA GEMM for Fermi GPUs",
// 2010, made the thread's tile two-dimensional.)
//
// Copies are asynchronous: while one slice is multiplied, the next are on their way from memory to shared
// memory, without passing through registers (cp.async, from Ampere on). One barrier a slice. Reads of shared
// memory have no bank conflicts: the padding of a's rows puts the four rows that a warp reads into different
// banks, and the order of a warp's threads lets a vector of 16 bytes take the time of two words, not of four.
//
// Work: M N K multiply-adds. Traffic from the L2 cache for a tile of R x C: M N K / C elements of a and
// M N K / R of b. In float32, seven of eight instructions are multiply-adds. On an H200: 45 to 47 of 65
// TFLOP/s in float32, 23 of 33 in float64. What fits these figures: some multiply-adds, in the order that the
// compiler gives them, read three new registers, more than the register file's two banks deliver in time.

#include <cmath>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/matmul/register_tiles.cuh"
#include "kernels/matmul/register_tiles.hpp"

namespace kernels {
namespace {

template <class Tile, int CopyBytes, class T = typename Tile::Element>
void launch(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, Into into, GpuStream stream) {
  static_assert(Tile::shared_bytes <= 48 * 1024, "more needs to be permitted");
  const auto blocks = static_cast<unsigned>(tiles_in<Tile>(c.rows, c.columns));
  multiply_register_tile<Tile, CopyBytes><<<blocks, Tile::threads, Tile::shared_bytes, stream>>>(
      a, b, c, into == Into::sum, rows_are_aligned(c));
  check_launch("matmul_gpu_register_tiles");
}

/// How long a product of this shape takes with this tile, in some unit: the blocks
/// come in waves, as many at a time as the GPU holds, and `speed` is the rate that
/// the tile reaches on large matrices. What the last wave lacks costs a quarter of
/// itself: its blocks have a multiprocessor more to themselves, but cannot use all.
template <class Tile>
double cost(std::size_t rows, std::size_t columns, double speed, std::size_t multiprocessors) {
  const auto at_once = static_cast<double>(multiprocessors * Tile::blocks_at_once);
  const double waves = static_cast<double>(tiles_in<Tile>(rows, columns)) / at_once;
  const double counted = waves + (std::ceil(waves) - waves) / 4;
  return counted * Tile::blocks_at_once * Tile::rows * Tile::columns / speed;
}

}  // namespace

template <class T>
void multiply_register_tiles(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, Into into,
                             GpuStream stream) {
  if (c.rows == 0 || c.columns == 0) return;
  using Large = typename Tiles<T>::Large;
  using Small = typename Tiles<T>::Small;
  if (!rows_are_aligned(a) || !rows_are_aligned(b)) return launch<Large, sizeof(T)>(a, b, c, into, stream);
  static const auto processors = static_cast<std::size_t>(multiprocessors());
  const double large = cost<Large>(c.rows, c.columns, 1.0, processors);
  const double small = cost<Small>(c.rows, c.columns, 0.96, processors);
  if (large <= small) return launch<Large, 16>(a, b, c, into, stream);
  launch<Small, 16>(a, b, c, into, stream);
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
