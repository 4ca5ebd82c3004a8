#include <cuda_runtime.h>

constexpr int side = 64, depth = 16,
              each = 4;  // a block of 16 x 16 threads has 64 x 64 results, a thread 4 x 4

__global__ void multiply_in_registers(const int* a, const int* b, int* c, int n) {
  __shared__ int tile_a[depth][side + 1], tile_b[depth][side];
  const int first_row = blockIdx.y * side, first_column = blockIdx.x * side;
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int sums[each][each] = {};
  for (int first = 0; first < n; first += depth) {
    for (int at = thread; at < side * depth; at += blockDim.x * blockDim.y) {
      const int row = first_row + at / depth, of_a = first + at % depth;
      tile_a[at % depth][at / depth] = row < n && of_a < n ? a[row * n + of_a] : 0;
      const int of_b = first + at / side, column = first_column + at % side;
      tile_b[at / side][at % side] = of_b < n && column < n ? b[of_b * n + column] : 0;
    }
    __syncthreads();
    for (int k = 0; k < depth; ++k) {
      int of_a[each], of_b[each];
      for (int i = 0; i < each; ++i) {
        of_a[i] = tile_a[k][threadIdx.y + 16 * i];
        of_b[i] = tile_b[k][threadIdx.x + 16 * i];
      }
      for (int i = 0; i < each; ++i)
        for (int j = 0; j < each; ++j) sums[i][j] += of_a[i] * of_b[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < each; ++i)
    for (int j = 0; j < each; ++j) {
      const int row = first_row + threadIdx.y + 16 * i, column = first_column + threadIdx.x + 16 * j;
      if (row < n && column < n) c[row * n + column] = sums[i][j];
    }
}

void multiply(const int* a, const int* b, int* c, int n) {
  const dim3 blocks((n + side - 1) / side, (n + side - 1) / side);
  multiply_in_registers<<<blocks, dim3(16, 16)>>>(a, b, c, n);
}
