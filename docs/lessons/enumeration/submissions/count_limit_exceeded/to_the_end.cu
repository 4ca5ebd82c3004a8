// Follows each pair from one side of the field to the other.
#include <cuda_runtime.h>

__device__ bool inside(int row, int column, int side) {
  return row >= 0 && row < side && column >= 0 && column < side;
}

__global__ void try_pairs(const unsigned char* flat, int side, const int2* plants, int n, int* longest) {
  const int pair = blockIdx.x * blockDim.x + threadIdx.x;
  if (pair >= n * n || pair / n == pair % n) return;
  const int2 from = plants[pair / n], to = plants[pair % n];
  const int rows = to.x - from.x, columns = to.y - from.y;
  int row = from.x, column = from.y;
  for (; inside(row - rows, column - columns, side); row -= rows) column -= columns;
  int plants_hit = 0, jumps = 0;
  for (; inside(row, column, side); row += rows, column += columns, ++jumps)
    plants_hit += flat[row * side + column];
  if (jumps >= 3 && plants_hit == jumps) atomicMax(longest, jumps);
}

void longest_path(const unsigned char* flat, int side, const int2* plants, int n, int* longest) {
  const int pairs = n * n;
  try_pairs<<<(pairs + 255) / 256, 256>>>(flat, side, plants, n, longest);
}
