// Warp matrix fragments of bytes, in a tile of 32 x 8, through shared memory; both layouts of the second matrix.
#include <mma.h>
#include <cstdio>
#include <cstdint>

namespace wmma = nvcuda::wmma;

template <typename Layout>
__global__ void product(const int8_t *a, const int8_t *b, int *c, int ldb) {
  __shared__ alignas(32) int8_t tile[32 * 16];
  for (int i = threadIdx.x; i < 32 * 16; i += warpSize) tile[i] = a[i];
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 32, 8, 16, int8_t, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, int8_t, Layout> fb;
  wmma::fragment<wmma::accumulator, 32, 8, 16, int> fc;
  wmma::fill_fragment(fc, -1);
  wmma::load_matrix_sync(fa, tile, 16);
  wmma::load_matrix_sync(fb, b, ldb);
  wmma::mma_sync(fc, fa, fb, fc);
  wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
}

int main() {
  int8_t a[32 * 16], b[16 * 16] = {}, *da, *db;
  int c[32 * 8], *dc;
  for (int i = 0; i < 32 * 16; ++i) a[i] = i * 31 % 255 - 127;
  for (int k = 0; k < 16; ++k)
    for (int j = 0; j < 8; ++j) b[k * 16 + j] = (k * 8 + j) % 13 - 6;
  cudaMalloc(&da, sizeof a);
  cudaMalloc(&db, sizeof b);
  cudaMalloc(&dc, sizeof c);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  for (bool rows : {true, false}) {
    if (!rows) {
      int8_t t[16 * 16] = {};
      for (int k = 0; k < 16; ++k)
        for (int j = 0; j < 8; ++j) t[j * 16 + k] = b[k * 16 + j];
      cudaMemcpy(db, t, sizeof t, cudaMemcpyHostToDevice);
      product<wmma::col_major><<<1, 32>>>(da, db, dc, 16);
    } else {
      cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
      product<wmma::row_major><<<1, 32>>>(da, db, dc, 16);
    }
    cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 0; i < 32; ++i)
      for (int j = 0; j < 8; ++j) {
        int sum = -1;
        for (int k = 0; k < 16; ++k) sum += a[i * 16 + k] * b[k * 16 + j];
        wrong += sum != c[i * 8 + j];
      }
    printf("%s: %d wrong, %d %d\n", rows ? "rows" : "columns", wrong, c[0], c[255]);
  }
  cudaFree(da);
  cudaFree(db);
  cudaFree(dc);
}
