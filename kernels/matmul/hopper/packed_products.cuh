#pragma once

// Batches of products of up to 32 a side, whose matrices lie one after another without gaps, by multiply-adds in float32.
// Their rows are not aligned, so single elements would have to be copied to aligned rows in shared memory, an instruction
// each. Instead the copy engine brings the factors of four products, whose addresses and sizes are multiples of 16, as they
// lie in memory, and takes their products back. A warp computes one product, each thread 8 x 4 elements, which share what
// they read from shared memory element by element.
//
// A thread's rows are neighbours, its columns eight apart: so for odd sides no two addresses of a warp lie in one bank.
// What lies behind a row, or behind a factor, is read for elements that c does not have, and nowhere written.

#include "kernels/matmul/hopper/whole_products.cuh"

namespace kernels::hopper {

struct PackedTile {
  static constexpr int side = 32, products = 4, threads = 32 * products;
  static constexpr int thread_rows = 8, thread_columns = 4;
  static constexpr int columns_apart = side / thread_columns;

  /// The floats of shared memory for all a's of m x k, whole vectors, with as much behind them as is read.
  __host__ __device__ static constexpr int a_floats(int m, int k) {
    return ((products * m + side - m) * k + 3) / 4 * 4;
  }
  static constexpr int shared_bytes(int m, int k, int n) {
    return (a_floats(m, k) + products * k * n + side - n) * static_cast<int>(sizeof(float));
  }
};

/// A block computes four products. Precondition: m n <= k (m + n), as they take the place of their factors.
__global__ void __launch_bounds__(PackedTile::threads)
    multiply_packed(const __grid_constant__ WholeProducts all) {
  using Tile = PackedTile;
  extern __shared__ __align__(16) float packed[];
  __shared__ std::uint64_t copied;
  const int m = all.m, k = all.k, n = all.n;
  const std::size_t first = std::size_t{blockIdx.x} * Tile::products;
  const int a_bytes = Tile::products * m * k * static_cast<int>(sizeof(float));
  const int b_bytes = Tile::products * k * n * static_cast<int>(sizeof(float));
  float* const a_shared = packed;
  float* const b_shared = packed + Tile::a_floats(m, k);
  if (threadIdx.x == 0) {
    barrier_init(&copied, 1);
    publish_barriers();
    publish_to_tensor_cores();  // to the copy engine, that is
    arrive_expecting(&copied, a_bytes + b_bytes);
    copy_piece(a_shared, all.a + first * m * k, a_bytes, &copied);
    copy_piece(b_shared, all.b + first * k * n, b_bytes, &copied);
  }
  __syncthreads();
  wait_for(&copied, 0);

  const int own = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32;
  const int row = lane / Tile::columns_apart * Tile::thread_rows, column = lane % Tile::columns_apart;
  const float* a = a_shared + own * m * k + row * k;
  const float* b = b_shared + own * k * n + column;
  float sums[Tile::thread_rows][Tile::thread_columns] = {};
#pragma unroll 2
  for (int step = 0; step < k; ++step, b += n) {
    float a_elements[Tile::thread_rows], b_elements[Tile::thread_columns];
#pragma unroll
    for (int r = 0; r < Tile::thread_rows; ++r) a_elements[r] = a[r * k + step];
#pragma unroll
    for (int c = 0; c < Tile::thread_columns; ++c) b_elements[c] = b[c * Tile::columns_apart];
#pragma unroll
    for (int r = 0; r < Tile::thread_rows; ++r) {
#pragma unroll
      for (int c = 0; c < Tile::thread_columns; ++c) sums[r][c] += a_elements[r] * b_elements[c];
    }
  }
  __syncthreads();  // nobody reads factors any more
  float* const c_shared = packed;
#pragma unroll
  for (int r = 0; r < Tile::thread_rows; ++r) {
#pragma unroll
    for (int c = 0; c < Tile::thread_columns; ++c) {
      const int to_column = column + c * Tile::columns_apart;
      if (row + r < m && to_column < n) c_shared[(own * m + row + r) * n + to_column] = sums[r][c];
    }
  }
  publish_to_tensor_cores();
  __syncthreads();
  if (threadIdx.x == 0) {
    copy_piece_back(all.c + first * m * n, c_shared,
                    Tile::products * m * n * static_cast<int>(sizeof(float)));
    wait_for_reads();
  }
}

}  // namespace kernels::hopper
