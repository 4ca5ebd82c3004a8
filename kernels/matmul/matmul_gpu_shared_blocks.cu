// Blocks of a and b in shared memory, and several elements of c a thread, in registers: a block of c of
// 32 x 64 elements, 16 deep, with 512 threads that compute four elements each (the shape published for the
// GPUs of 2009).
//
// Of its column, a thread computes the rows r, r + 8, r + 16, r + 24: an element of b, once read, serves four
// multiply-adds, and the elements of a are read by whole warps at once. Work: M N K multiply-adds. Traffic:
// M N K / 64 elements of a and M N K / 32 of b from the L2 cache. From shared memory, a multiply-add reads
// 5 / 4 of an element, against two in gpu-tiled: about 1.5 times its rate is what to expect.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/idle.cuh"
#include "kernels/matmul/grid_rows.hpp"
#include "kernels/matmul/matmul.hpp"

namespace kernels {
namespace {

constexpr unsigned block_rows = 32, block_columns = 64, depth = 16;
constexpr unsigned elements = 4;  ///< of c a thread
constexpr unsigned thread_rows = block_rows / elements;
constexpr unsigned threads = thread_rows * block_columns;

/// The block of `from` at (row, column), by all threads; zeros stand for what lies outside.
template <unsigned rows, unsigned columns, class T>
__device__ void load_block(MatrixView<const T> from, std::size_t row, std::size_t column,
                           T (&block)[rows][columns]) {
  static_assert(rows * columns % threads == 0);
#pragma unroll
  for (unsigned index = threadIdx.x; index < rows * columns; index += threads) {
    const unsigned r = index / columns, c = index % columns;
    const bool inside = row + r < from.rows && column + c < from.columns;
    block[r][c] = inside ? from.data[(row + r) * from.stride + column + c] : T{0};
  }
}

template <class T>
__global__ void __launch_bounds__(threads)
    multiply(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, std::size_t first_row) {
  __shared__ T a_block[block_rows][depth];
  __shared__ T b_block[depth][block_columns];
  const unsigned row = threadIdx.x / block_columns, column = threadIdx.x % block_columns;
  const std::size_t top = first_row + std::size_t{blockIdx.y} * block_rows;
  const std::size_t left = std::size_t{blockIdx.x} * block_columns;
  const bool idle = is_idle(top + row >= c.rows || left + column >= c.columns);
  T sums[elements] = {};
  for (std::size_t front = 0; front < a.columns; front += depth) {
    load_block(a, top, front, a_block);
    load_block(b, front, left, b_block);
    __syncthreads();
    if (!idle) {
#pragma unroll
      for (unsigned k = 0; k < depth; ++k) {
        const T b_element = b_block[k][column];
#pragma unroll
        for (unsigned e = 0; e < elements; ++e) sums[e] += a_block[row + e * thread_rows][k] * b_element;
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (unsigned e = 0; e < elements; ++e) {
    const std::size_t i = top + row + e * thread_rows, j = left + column;
    if (i < c.rows && j < c.columns) c.data[i * c.stride + j] = sums[e];
  }
}

}  // namespace

template <class T>
void matmul_gpu_shared_blocks(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
                              GpuStream stream) {
  for_grid_rows(c, block_rows, block_columns, [&](dim3 grid, std::size_t first_row) {
    multiply<<<grid, threads, 0, stream>>>(a, b, c, first_row);
    check_launch("matmul_gpu_shared_blocks");
  });
}

template MatmulDeviceFunction<float> matmul_gpu_shared_blocks<float>;
template MatmulDeviceFunction<double> matmul_gpu_shared_blocks<double>;

}  // namespace kernels
