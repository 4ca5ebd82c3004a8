#include <cuda_runtime.h>

constexpr int side = 32, steps = 8;

__global__ void transpose_tiles(const int* in, int* out, int rows, int columns) {
  __shared__ int tile[side][side];
  const int column = blockIdx.x * side + threadIdx.x;
  const int row = blockIdx.y * side + threadIdx.y;
  for (int step = 0; step < side; step += steps)
    if (row + step < rows && column < columns)
      tile[threadIdx.y + step][threadIdx.x] = in[(row + step) * columns + column];
  __syncthreads();
  const int out_column = blockIdx.y * side + threadIdx.x;
  const int out_row = blockIdx.x * side + threadIdx.y;
  for (int step = 0; step < side; step += steps)
    if (out_row + step < columns && out_column < rows)
      out[(out_row + step) * rows + out_column] = tile[threadIdx.x][threadIdx.y + step];
}

void transpose(const int* in, int* out, int rows, int columns) {
  const dim3 blocks((columns + side - 1) / side, (rows + side - 1) / side);
  transpose_tiles<<<blocks, dim3(side, steps)>>>(in, out, rows, columns);
}
