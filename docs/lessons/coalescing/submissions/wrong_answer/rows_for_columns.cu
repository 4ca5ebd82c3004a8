// Adds the number of the column.
#include <cuda_runtime.h>

__global__ void add_column_number(int* matrix, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) matrix[row * columns + column] += column;
}

void add_row_numbers(int* matrix, int rows, int columns) {
  const dim3 threads(32, 8);
  const dim3 blocks((columns + 31) / 32, (rows + 7) / 8);
  add_column_number<<<blocks, threads>>>(matrix, rows, columns);
}
