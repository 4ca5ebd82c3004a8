// A thread for each element of c: the inner loop of cpu-triple-loop, run by all elements at once.
//
// The threads of a warp stand side by side in a row of c: they read the same element of
// a, in one broadcast, and neighbours in a row of b, in one or two transactions. Work: M
// N K multiply-adds. Each of them loads two elements, so that the first-level cache's 128
// bytes a cycle feed at best one warp's multiply-add in two cycles, an eighth of what the
// arithmetic units take in single precision: a tenth of the peak is what to expect.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/matmul/grid_rows.hpp"
#include "kernels/matmul/matmul.hpp"

namespace kernels {
namespace {

constexpr unsigned block_columns = 32, block_rows = 8;

template <class T>
__global__ void multiply(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
                         std::size_t first_row) {
  const std::size_t i = first_row + std::size_t{blockIdx.y} * block_rows + threadIdx.y;
  const std::size_t j = std::size_t{blockIdx.x} * block_columns + threadIdx.x;
  if (i >= c.rows || j >= c.columns) return;
  T sum = 0;
  for (std::size_t k = 0; k < a.columns; ++k) sum += a.data[i * a.stride + k] * b.data[k * b.stride + j];
  c.data[i * c.stride + j] = sum;
}

}  // namespace

template <class T>
void matmul_gpu_naive(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, GpuStream stream) {
  for_grid_rows(c, block_rows, block_columns, [&](dim3 grid, std::size_t first_row) {
    multiply<<<grid, dim3(block_columns, block_rows), 0, stream>>>(a, b, c, first_row);
    check_launch("matmul_gpu_naive");
  });
}

template MatmulDeviceFunction<float> matmul_gpu_naive<float>;
template MatmulDeviceFunction<double> matmul_gpu_naive<double>;

}  // namespace kernels
