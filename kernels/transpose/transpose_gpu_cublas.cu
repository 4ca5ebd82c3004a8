// cublasSgeam, Dgeam and Zgeam of NVIDIA's cuBLAS: out = 1 in^T + 0 out, for elements of 4, 8 and 16 bytes.
//
// It computes where it could copy: x times one is x, but NaNs come out with other bits, and so do complex
// numbers with a zero or an infinity in them, as they are multiplied by zero, too. On the device level that
// stays so, as this is the library's row to measure the others against. The problem's solver deals in
// integers, of which one in 256 looks like a NaN: there a second kernel copies what may have changed.
//
// cuBLAS counts columns first: it sees `in` as a matrix of in.columns rows.

#include "kernels/gpu/cublas.hpp"
#include "kernels/gpu/cuda_check.hpp"
#include "kernels/transpose/tile_grid.cuh"
#include "kernels/transpose/transpose.hpp"

#ifdef WARP_JUDGE_HAS_CUBLAS
#include <climits>
#include <cstring>
#include <type_traits>

namespace kernels {
namespace {

auto geam_of(const Cublas& library, float) {
  return library.sgeam;
}
auto geam_of(const Cublas& library, double) {
  return library.dgeam;
}
auto geam_of(const Cublas& library, cuDoubleComplex) {
  return library.zgeam;
}

template <class T>
using Number =
    std::conditional_t<sizeof(T) == 4, float, std::conditional_t<sizeof(T) == 8, double, cuDoubleComplex>>;

template <class N>
N number(double value) {
  if constexpr (std::is_floating_point_v<N>) {
    return static_cast<N>(value);
  } else {
    return {value, 0};
  }
}

int size_for_cublas(std::size_t size) {
  if (size > INT_MAX)
    throw GpuCannotRun("cublas geam: a row, column or stride of more than 2^31 - 1 elements");
  return static_cast<int>(size);
}

constexpr unsigned block_columns = 32, block_rows = 8;

template <class Real>
__device__ bool is_kept(Real value) {
  return value == value;
}
__device__ bool is_kept(cuDoubleComplex value) {
  const auto has_product_zero = [](double part) { return part != 0 && part - part == 0; };
  return has_product_zero(value.x) && has_product_zero(value.y);
}

template <class T>
__global__ void copy_changed(MatrixView<const T> in, MatrixView<T> out) {
  const std::size_t column = std::size_t{blockIdx.x} * block_columns + threadIdx.x;
  if (column >= in.columns) return;
  const std::size_t step = std::size_t{gridDim.y} * block_rows;
  for (std::size_t row = std::size_t{blockIdx.y} * block_rows + threadIdx.y; row < in.rows; row += step) {
    const T element = in.data[row * in.stride + column];
    Number<T> value;
    std::memcpy(&value, &element, sizeof value);
    if (!is_kept(value)) out.data[column * out.stride + row] = element;
  }
}

}  // namespace

template <class T>
void transpose_gpu_cublas(MatrixView<const T> in, MatrixView<T> out, GpuStream stream) {
  if (in.rows == 0 || in.columns == 0) return;
  using N = Number<T>;
  const N one = number<N>(1), zero = number<N>(0);
  auto* to = reinterpret_cast<N*>(out.data);
  const int out_stride = size_for_cublas(out.stride);
  check_cublas(
      geam_of(cublas(), N())(cublas_handle(stream), CUBLAS_OP_T, CUBLAS_OP_N, size_for_cublas(in.rows),
                             size_for_cublas(in.columns), &one, reinterpret_cast<const N*>(in.data),
                             size_for_cublas(in.stride), &zero, to, out_stride, to, out_stride),
      "cublas geam");
}

template <class T>
void transpose_gpu_cublas_every_bit(MatrixView<const T> in, MatrixView<T> out, GpuStream stream) {
  if (in.rows == 0 || in.columns == 0) return;
  transpose_gpu_cublas(in, out, stream);
  copy_changed<<<tile_grid(in.rows, in.columns, block_rows, block_columns), dim3(block_columns, block_rows),
                 0, stream>>>(in, out);
  check_launch("transpose_gpu_cublas, what it changes");
}

template void transpose_gpu_cublas(MatrixView<const std::int32_t>, MatrixView<std::int32_t>, GpuStream);
template void transpose_gpu_cublas(MatrixView<const std::uint64_t>, MatrixView<std::uint64_t>, GpuStream);
template void transpose_gpu_cublas(MatrixView<const Element16>, MatrixView<Element16>, GpuStream);

template void transpose_gpu_cublas_every_bit(MatrixView<const std::int32_t>, MatrixView<std::int32_t>,
                                             GpuStream);
template void transpose_gpu_cublas_every_bit(MatrixView<const std::uint64_t>, MatrixView<std::uint64_t>,
                                             GpuStream);
template void transpose_gpu_cublas_every_bit(MatrixView<const Element16>, MatrixView<Element16>, GpuStream);

}  // namespace kernels
#endif
