// Tiles of 8 x 8 results in the registers of each thread: few requests, but no tensor core.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

constexpr int side = 8;  // half numbers of 16 bytes

__global__ void multiply_tiles(const __half* a, const __half* b, float* c, int n) {
  const int tile = blockIdx.x * blockDim.x + threadIdx.x, tiles_in_row = n / side;
  const int row = tile / tiles_in_row * side, column = tile % tiles_in_row * side;
  if (row >= n) return;
  float sums[side][side] = {};
  for (int k = 0; k < n; k += side) {
    uint4 of_a[side];
    for (int i = 0; i < side; ++i) of_a[i] = *reinterpret_cast<const uint4*>(a + (row + i) * n + k);
    for (int j = 0; j < side; ++j) {
      const uint4 of_b = *reinterpret_cast<const uint4*>(b + (k + j) * n + column);
      for (int i = 0; i < side; ++i) {
        const float left = __half2float(reinterpret_cast<const __half*>(&of_a[i])[j]);
        for (int at = 0; at < side; ++at)
          sums[i][at] += left * __half2float(reinterpret_cast<const __half*>(&of_b)[at]);
      }
    }
  }
  for (int i = 0; i < side; ++i)
    for (int at = 0; at < side; ++at) c[(row + i) * n + column + at] = sums[i][at];
}

void multiply(const __half* a, const __half* b, float* c, int n) {
  const int tiles = n / side * (n / side);
  multiply_tiles<<<(tiles + 31) / 32, 32>>>(a, b, c, n);
}
