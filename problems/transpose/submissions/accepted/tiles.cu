// Tiles of 32 x 32 through shared memory, so that reading and writing both go along rows.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                          \
  do {                                                                       \
    cudaError_t error = (call);                                              \
    if (error != cudaSuccess) {                                              \
      fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

const int TILE = 32;

// The tiles are counted along one dimension of the grid: the others end at 65535.
__global__ void transpose(const int* in, int* out, int rows, int columns) {
  __shared__ int tile[TILE][TILE + 1];
  int tiles_across = (columns + TILE - 1) / TILE;
  int top = blockIdx.x / tiles_across * TILE, left = blockIdx.x % tiles_across * TILE;
  int r = top + threadIdx.y, c = left + threadIdx.x;
  if (r < rows && c < columns) tile[threadIdx.y][threadIdx.x] = in[r * columns + c];
  __syncthreads();
  r = top + threadIdx.x, c = left + threadIdx.y;
  if (r < rows && c < columns) out[c * rows + r] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  int rows, columns;
  if (scanf("%d %d", &rows, &columns) != 2) return 1;
  std::vector<int> a(rows * columns);
  for (int& x : a) scanf("%d", &x);
  int *in, *out;
  size_t bytes = a.size() * sizeof(int);
  CHECK(cudaMalloc(&in, bytes));
  CHECK(cudaMalloc(&out, bytes));
  CHECK(cudaMemcpy(in, a.data(), bytes, cudaMemcpyHostToDevice));
  int tiles = ((rows + TILE - 1) / TILE) * ((columns + TILE - 1) / TILE);
  transpose<<<tiles, dim3(TILE, TILE)>>>(in, out, rows, columns);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(a.data(), out, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  for (int c = 0; c < columns; c++) {
    for (int r = 0; r < rows; r++) printf("%d%c", a[c * rows + r], r + 1 < rows ? ' ' : '\n');
  }
}
