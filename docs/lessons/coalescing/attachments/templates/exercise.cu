#include <cuda_runtime.h>

// Adds to each element the number of its row: matrix[row * columns + column] += row.
__global__ void add_row_number(int* matrix, int rows, int columns) {
  // A block has 32 x 8 threads here. Which of x and y is the row, and which the column?
}

void add_row_numbers(int* matrix, int rows, int columns) {
  const dim3 threads(32, 8);
  const dim3 blocks(1, 1);
  add_row_number<<<blocks, threads>>>(matrix, rows, columns);
}
