// gpu-tiled with one more column in the shared tile, never used: the elements of a column lie 33 apart, which
// puts those of 4 bytes into 32 different banks. (Greg Ruetsch and Paulius Micikevicius, "Optimizing Matrix
// Transpose in CUDA", NVIDIA, 2009.)
//
// Traffic: as gpu-tiled. Elements of 8 and 16 bytes are read by half and quarter warps, again without
// conflicts; of 2 bytes in two turns at most, as two lie in a word; of 1 byte in up to four.
// Prediction: close to the copy for 4 bytes and more; below, a warp's row is 32 or 64 bytes and too short.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/transpose/shared_tile.cuh"
#include "kernels/transpose/tile_grid.cuh"
#include "kernels/transpose/transpose.hpp"

namespace kernels {
namespace {

template <class T>
__global__ void transpose_tiles(MatrixView<const T> in, MatrixView<T> out) {
  transpose_through_shared_tile<1>(in, out);
}

}  // namespace

template <class T>
void transpose_gpu_tiled_padded(MatrixView<const T> in, MatrixView<T> out, GpuStream stream) {
  if (in.rows == 0 || in.columns == 0) return;
  transpose_tiles<<<tile_grid(in.rows, in.columns, shared_tile, shared_tile),
                    dim3(shared_tile, shared_tile_block_rows), 0, stream>>>(in, out);
  check_launch("transpose_gpu_tiled_padded");
}

template void transpose_gpu_tiled_padded(MatrixView<const std::uint8_t>, MatrixView<std::uint8_t>, GpuStream);
template void transpose_gpu_tiled_padded(MatrixView<const std::uint16_t>, MatrixView<std::uint16_t>,
                                         GpuStream);
template void transpose_gpu_tiled_padded(MatrixView<const std::int32_t>, MatrixView<std::int32_t>, GpuStream);
template void transpose_gpu_tiled_padded(MatrixView<const std::uint64_t>, MatrixView<std::uint64_t>,
                                         GpuStream);
template void transpose_gpu_tiled_padded(MatrixView<const Element16>, MatrixView<Element16>, GpuStream);

}  // namespace kernels
