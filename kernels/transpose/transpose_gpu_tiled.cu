// Tiles of 32 x 32 elements turned in shared memory, so that reads and writes both run along rows. (Greg
// Ruetsch and Paulius Micikevicius, "Optimizing Matrix Transpose in CUDA", NVIDIA, 2009.)
//
// Traffic: an element read and one written, for 4-byte elements in whole lines of 128 bytes. A column of the
// tile is read out of shared memory with its elements 32 apart: for 4-byte elements all in one of the 32
// banks, so that a warp's read takes 32 turns (wider ones as many a word, narrower ones half and a quarter).
// Prediction: several times gpu-naive, held back by the banks.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/transpose/shared_tile.cuh"
#include "kernels/transpose/tile_grid.cuh"
#include "kernels/transpose/transpose.hpp"

namespace kernels {
namespace {

template <class T>
__global__ void transpose_tiles(MatrixView<const T> in, MatrixView<T> out) {
  transpose_through_shared_tile<0>(in, out);
}

}  // namespace

template <class T>
void transpose_gpu_tiled(MatrixView<const T> in, MatrixView<T> out, GpuStream stream) {
  if (in.rows == 0 || in.columns == 0) return;
  transpose_tiles<<<tile_grid(in.rows, in.columns, shared_tile, shared_tile),
                    dim3(shared_tile, shared_tile_block_rows), 0, stream>>>(in, out);
  check_launch("transpose_gpu_tiled");
}

template void transpose_gpu_tiled(MatrixView<const std::uint8_t>, MatrixView<std::uint8_t>, GpuStream);
template void transpose_gpu_tiled(MatrixView<const std::uint16_t>, MatrixView<std::uint16_t>, GpuStream);
template void transpose_gpu_tiled(MatrixView<const std::int32_t>, MatrixView<std::int32_t>, GpuStream);
template void transpose_gpu_tiled(MatrixView<const std::uint64_t>, MatrixView<std::uint64_t>, GpuStream);
template void transpose_gpu_tiled(MatrixView<const Element16>, MatrixView<Element16>, GpuStream);

}  // namespace kernels
