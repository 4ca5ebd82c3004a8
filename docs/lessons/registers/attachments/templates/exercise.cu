#include <cuda_runtime.h>

// c is the product of a and b, three matrices of n x n. Right, but each multiplication reads two words of shared memory.
constexpr int side = 32;

__global__ void multiply_tiles(const int* a, const int* b, int* c, int n) {
  __shared__ int tile_a[side][side], tile_b[side][side];
  const int column = blockIdx.x * side + threadIdx.x;
  const int row = blockIdx.y * side + threadIdx.y;
  int sum = 0;
  for (int first = 0; first < n; first += side) {
    const int of_a = first + threadIdx.x, of_b = first + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = row < n && of_a < n ? a[row * n + of_a] : 0;
    tile_b[threadIdx.y][threadIdx.x] = of_b < n && column < n ? b[of_b * n + column] : 0;
    __syncthreads();
    for (int k = 0; k < side; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && column < n) c[row * n + column] = sum;
}

void multiply(const int* a, const int* b, int* c, int n) {
  const dim3 blocks((n + side - 1) / side, (n + side - 1) / side);
  multiply_tiles<<<blocks, dim3(side, side)>>>(a, b, c, n);
}
