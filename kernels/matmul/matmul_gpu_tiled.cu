// Square tiles in shared memory, as in the CUDA C++ Programming Guide, "Shared Memory": a block of threads
// computes a square of c, an element a thread; it walks along k, and at each step copies a square of a and
// one of b, which every thread then reads as often as the tile is wide.
//
// Work: M N K multiply-adds. Traffic: M N K / tile elements of a and as many of b, a 32nd of gpu-naive's.
// A multiply-add still reads two elements, now from shared memory (that of a in vectors of four, along k), so
// that shared memory's 128 bytes a cycle, not arithmetic, sets the time.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/idle.cuh"
#include "kernels/matmul/grid_rows.hpp"
#include "kernels/matmul/matmul.hpp"

namespace kernels {
namespace {

template <class T, unsigned tile>
__global__ void multiply(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c,
                         std::size_t first_row) {
  __shared__ T a_tile[tile][tile];
  __shared__ T b_tile[tile][tile];
  const unsigned row = threadIdx.y, column = threadIdx.x;
  const std::size_t i = first_row + std::size_t{blockIdx.y} * tile + row;
  const std::size_t j = std::size_t{blockIdx.x} * tile + column;
  const bool idle = is_idle(i >= c.rows || j >= c.columns);
  T sum = 0;
  for (std::size_t front = 0; front < a.columns; front += tile) {
    // What lies outside counts as zero, in both tiles: 0 * 0 adds nothing, where 0 * infinity would.
    const bool a_inside = i < a.rows && front + column < a.columns;
    const bool b_inside = front + row < b.rows && j < b.columns;
    a_tile[row][column] = a_inside ? a.data[i * a.stride + front + column] : T{0};
    b_tile[row][column] = b_inside ? b.data[(front + row) * b.stride + j] : T{0};
    __syncthreads();
    if (!idle) {
#pragma unroll
      for (unsigned k = 0; k < tile; ++k) sum += a_tile[row][k] * b_tile[k][column];
    }
    __syncthreads();
  }
  if (i < c.rows && j < c.columns) c.data[i * c.stride + j] = sum;
}

}  // namespace

/// `tile`: the side of the square, 16 or 32.
template <class T, unsigned tile>
void matmul_gpu_tiled(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, GpuStream stream) {
  for_grid_rows(c, tile, tile, [&](dim3 grid, std::size_t first_row) {
    multiply<T, tile><<<grid, dim3(tile, tile), 0, stream>>>(a, b, c, first_row);
    check_launch("matmul_gpu_tiled");
  });
}

template MatmulDeviceFunction<float> matmul_gpu_tiled<float, 16>;
template MatmulDeviceFunction<float> matmul_gpu_tiled<float, 32>;
template MatmulDeviceFunction<double> matmul_gpu_tiled<double, 16>;
template MatmulDeviceFunction<double> matmul_gpu_tiled<double, 32>;

}  // namespace kernels
