#include <cuda_runtime.h>

// out[column * rows + row] = in[row * columns + column]: right, but its stores go down a column.
__global__ void transpose_each(const int* in, int* out, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && column < columns) out[column * rows + row] = in[row * columns + column];
}

void transpose(const int* in, int* out, int rows, int columns) {
  const dim3 threads(32, 8);
  const dim3 blocks((columns + 31) / 32, (rows + 7) / 8);
  transpose_each<<<blocks, threads>>>(in, out, rows, columns);
}
