// One thread an element: the warp's reads run along a row of `in`, its writes go down a column of `out`.
//
// Traffic: an element read and one written. But memory moves in sectors of 32 bytes, and of each sector that
// a warp's write touches it fills one element: what the L2 cache does not gather from neighbouring warps in
// time is fetched, merged and written back, up to 32 bytes for an element of 1, 2, 4, 8 or 16.
// Prediction: a small part of the copy's bandwidth, best for wide elements.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/transpose/tile_grid.cuh"
#include "kernels/transpose/transpose.hpp"

namespace kernels {
namespace {

constexpr unsigned block_columns = 32, block_rows = 8;

template <class T>
__global__ void transpose_element(MatrixView<const T> in, MatrixView<T> out) {
  const std::size_t column = std::size_t{blockIdx.x} * block_columns + threadIdx.x;
  if (column >= in.columns) return;
  const std::size_t step = std::size_t{gridDim.y} * block_rows;
  for (std::size_t row = std::size_t{blockIdx.y} * block_rows + threadIdx.y; row < in.rows; row += step) {
    out.data[column * out.stride + row] = in.data[row * in.stride + column];
  }
}

}  // namespace

template <class T>
void transpose_gpu_naive(MatrixView<const T> in, MatrixView<T> out, GpuStream stream) {
  if (in.rows == 0 || in.columns == 0) return;
  transpose_element<<<tile_grid(in.rows, in.columns, block_rows, block_columns),
                      dim3(block_columns, block_rows), 0, stream>>>(in, out);
  check_launch("transpose_gpu_naive");
}

template void transpose_gpu_naive(MatrixView<const std::uint8_t>, MatrixView<std::uint8_t>, GpuStream);
template void transpose_gpu_naive(MatrixView<const std::uint16_t>, MatrixView<std::uint16_t>, GpuStream);
template void transpose_gpu_naive(MatrixView<const std::int32_t>, MatrixView<std::int32_t>, GpuStream);
template void transpose_gpu_naive(MatrixView<const std::uint64_t>, MatrixView<std::uint64_t>, GpuStream);
template void transpose_gpu_naive(MatrixView<const Element16>, MatrixView<Element16>, GpuStream);

}  // namespace kernels
