// Reads b as if it were stored by columns: the product with its transpose.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

namespace wmma = nvcuda::wmma;

constexpr int side = 16;

// A block is one warp, and has one tile of c.
__global__ void multiply_tiles(const __half* a, const __half* b, float* c, int n) {
  wmma::fragment<wmma::matrix_a, side, side, side, __half, wmma::row_major> of_a;
  wmma::fragment<wmma::matrix_b, side, side, side, __half, wmma::col_major> of_b;
  wmma::fragment<wmma::accumulator, side, side, side, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  const int row = blockIdx.y * side, column = blockIdx.x * side;
  for (int k = 0; k < n; k += side) {
    wmma::load_matrix_sync(of_a, a + row * n + k, n);
    wmma::load_matrix_sync(of_b, b + column * n + k, n);
    wmma::mma_sync(sums, of_a, of_b, sums);
  }
  wmma::store_matrix_sync(c + row * n + column, sums, n, wmma::mem_row_major);
}

void multiply(const __half* a, const __half* b, float* c, int n) {
  multiply_tiles<<<dim3(n / side, n / side), 32>>>(a, b, c, n);
}
