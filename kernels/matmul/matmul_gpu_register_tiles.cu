// Two-dimensional tiles of c in registers. A block of threads computes a tile of c; slices of a and b go
// through shared memory; a thread holds up to 8 x 16 sums in registers, reads vectors of 16 bytes of its rows
// of a and its columns of b, and multiplies each with each. So an element that is read from shared memory
// serves 8 or 16 multiply-adds. (Volkov and Demmel, "Benchmarking GPUs to Tune Dense Linear Algebra", SC
// 2008, brought the sums into registers; Nath, Tomov and Dongarra, "An Improved MAGMA GEMM for Fermi GPUs",
// 2010, made the thread's tile two-dimensional.)
//
// Copies are asynchronous: while one slice is multiplied, the next are on their way from memory to shared
// memory, without passing through registers (cp.async, from Ampere on). One barrier a slice. Reads of shared
// memory have no bank conflicts: the eight threads of a row of a warp read 128 bytes of b side by side, and
// the padding of a's rows puts the four rows that a warp reads into different banks.
//
// Work: M N K multiply-adds. Traffic from the L2 cache for a tile of R x C: M N K / C elements of a and
// M N K / R of b. In float32, of 100 instructions some 90 are multiply-adds, which is what to expect of the
// peak; in float64, where a multiply-add takes twice as long, nearly all of it.

#include <algorithm>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/matmul/register_tiles.cuh"
#include "kernels/matmul/register_tiles.hpp"

namespace kernels {
namespace {

/// The tiles for T, the largest first. A large tile has the best rate, but a small matrix has too few of them
/// to fill the GPU.
template <class T>
struct Tiles;
template <>
struct Tiles<float> {
  using Large = RegisterTile<float, 128, 256, 16, 8, 16, 3, 1>;
  using Medium = RegisterTile<float, 128, 128, 16, 8, 8, 3, 2>;
  using Small = RegisterTile<float, 64, 64, 16, 4, 8, 3, 4>;
};
template <>
struct Tiles<double> {
  using Large = RegisterTile<double, 128, 64, 8, 8, 8, 3, 1>;
  using Medium = RegisterTile<double, 64, 64, 16, 8, 4, 3, 3>;
  using Small = RegisterTile<double, 32, 32, 16, 4, 4, 3, 6>;
};

struct Device {
  std::size_t multiprocessors, shared_bytes;  ///< of a block, at most
};

Device ask_device() {
  int device = 0, multiprocessors = 0, shared_bytes = 0;
  check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  check_cuda(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
             "number of multiprocessors");
  check_cuda(cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
             "shared memory of a block");
  return {static_cast<std::size_t>(multiprocessors), static_cast<std::size_t>(shared_bytes)};
}

template <class Tile>
std::size_t tiles_in(std::size_t rows, std::size_t columns) {
  return (rows + Tile::rows - 1) / Tile::rows * ((columns + Tile::columns - 1) / Tile::columns);
}

template <class Tile, int CopyBytes, class T = typename Tile::Element>
void launch(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, Into into, GpuStream stream) {
  constexpr auto* kernel = &multiply_register_tile<Tile, CopyBytes>;
  static const cudaError_t permitted = cudaFuncSetAttribute(
      kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(Tile::shared_bytes));
  check_cuda(permitted, "matmul_gpu_register_tiles: shared memory");
  const auto blocks = static_cast<unsigned>(tiles_in<Tile>(c.rows, c.columns));
  kernel<<<blocks, Tile::threads, Tile::shared_bytes, stream>>>(a, b, c, into == Into::sum,
                                                                rows_are_aligned(c));
  check_launch("matmul_gpu_register_tiles");
}

/// How long a product of this shape takes with this tile, in some unit: the blocks come in waves, as many at
/// a time as the GPU holds, and `speed` is the rate that the tile reaches on large matrices.
template <class Tile>
double cost(std::size_t rows, std::size_t columns, double speed, const Device& device) {
  if (Tile::shared_bytes > device.shared_bytes) return 1e300;
  const std::size_t at_once = device.multiprocessors * Tile::blocks_at_once;
  const std::size_t waves = (tiles_in<Tile>(rows, columns) + at_once - 1) / at_once;
  return static_cast<double>(waves * Tile::blocks_at_once * Tile::rows * Tile::columns) / speed;
}

}  // namespace

template <class T>
void multiply_register_tiles(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, Into into,
                             GpuStream stream) {
  if (c.rows == 0 || c.columns == 0) return;
  using Large = typename Tiles<T>::Large;
  using Medium = typename Tiles<T>::Medium;
  using Small = typename Tiles<T>::Small;
  if (!rows_are_aligned(a) || !rows_are_aligned(b)) return launch<Medium, sizeof(T)>(a, b, c, into, stream);
  static const Device device = ask_device();
  const double large = cost<Large>(c.rows, c.columns, 1.0, device);
  const double medium = cost<Medium>(c.rows, c.columns, 0.95, device);
  const double small = cost<Small>(c.rows, c.columns, 0.8, device);
  if (large <= std::min(medium, small)) return launch<Large, 16>(a, b, c, into, stream);
  if (medium <= small) return launch<Medium, 16>(a, b, c, into, stream);
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
