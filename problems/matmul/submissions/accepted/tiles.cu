// Tiles of A and B of 16 x 16 in shared memory, an element of C for each thread.
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

const int TILE = 16;

// The tiles of C are counted along one dimension of the grid: the others end at 65535.
__global__ void multiply(const float* a, const float* b, float* c, int m, int k, int n) {
  __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int tiles_across = (n + TILE - 1) / TILE;
  int row = blockIdx.x / tiles_across * TILE + y, column = blockIdx.x % tiles_across * TILE + x;
  float sum = 0;
  for (int from = 0; from < k; from += TILE) {
    tile_a[y][x] = row < m && from + x < k ? a[row * k + from + x] : 0;
    tile_b[y][x] = from + y < k && column < n ? b[(from + y) * n + column] : 0;
    __syncthreads();
    for (int p = 0; p < TILE; p++) sum += tile_a[y][p] * tile_b[p][x];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

float* read_matrix(int elements) {
  std::vector<float> values(elements);
  for (float& x : values) scanf("%f", &x);
  float* on_gpu;
  CHECK(cudaMalloc(&on_gpu, elements * sizeof(float)));
  CHECK(cudaMemcpy(on_gpu, values.data(), elements * sizeof(float), cudaMemcpyHostToDevice));
  return on_gpu;
}

int main() {
  int m, k, n;
  if (scanf("%d %d %d", &m, &k, &n) != 3) return 1;
  float *a = read_matrix(m * k), *b = read_matrix(k * n), *c;
  CHECK(cudaMalloc(&c, m * n * sizeof(float)));
  int tiles = ((m + TILE - 1) / TILE) * ((n + TILE - 1) / TILE);
  multiply<<<tiles, dim3(TILE, TILE)>>>(a, b, c, m, k, n);
  CHECK(cudaGetLastError());
  std::vector<float> result(m * n);
  CHECK(cudaMemcpy(result.data(), c, m * n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(c));
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) printf("%.9g%c", result[i * n + j], j + 1 < n ? ' ' : '\n');
  }
}
