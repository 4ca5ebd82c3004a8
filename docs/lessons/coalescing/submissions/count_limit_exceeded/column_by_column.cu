// Neighbouring threads of a warp have neighbouring rows: each touches a sector of its own.
#include <cuda_runtime.h>

__global__ void add_row_number(int* matrix, int rows, int columns) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) matrix[row * columns + column] += row;
}

void add_row_numbers(int* matrix, int rows, int columns) {
  const dim3 threads(32, 8);
  const dim3 blocks((rows + 31) / 32, (columns + 7) / 8);
  add_row_number<<<blocks, threads>>>(matrix, rows, columns);
}
