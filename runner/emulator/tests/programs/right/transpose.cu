// Matrix transpose: naive, through a tile in shared memory, and through a padded tile (no bank conflicts).
#include <cstdio>
#include <cstdlib>

const int TILE = 32;
const int ROWS = 8;

__global__ void transposeNaive(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height) out[x * height + y + j] = in[(y + j) * width + x];
}

template <int PAD>
__global__ void transposeTile(float *out, const float *in, int width, int height) {
  __shared__ float tile[TILE][TILE + PAD];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
#pragma unroll
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width) out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

typedef void (*Kernel)(float *, const float *, int, int);

int main() {
  const int width = 130, height = 75, bytes = width * height * sizeof(float);
  float *in = (float *)malloc(bytes), *out = (float *)malloc(bytes);
  for (int i = 0; i < width * height; i++) in[i] = i;

  float *d_in, *d_out;
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, in, bytes, cudaMemcpyHostToDevice);

  struct { const char *name; Kernel kernel; } table[] = {
      {"naive", transposeNaive}, {"tile", transposeTile<0>}, {"padded tile", transposeTile<1>}};
  dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE), block(TILE, ROWS);
  for (auto &row : table) {
    cudaMemset(d_out, 0, bytes);
    row.kernel<<<grid, block>>>(d_out, d_in, width, height);
    cudaMemcpy(out, d_out, bytes, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) wrong += out[x * height + y] != in[y * width + x];
    printf("%-12s out[1] = %g, out[last - 1] = %g, wrong: %d\n", row.name, out[1], out[width * height - 2], wrong);
  }
  if (cudaGetLastError() != cudaSuccess) printf("CUDA error\n");
  cudaFree(d_in);
  cudaFree(d_out);
  free(in);
  free(out);
}
