// Too slow: each column is gathered by a launch of its own, waited for and fetched; a matrix may have a
// million.
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

__global__ void gather(const int* matrix, int* column, int rows, int columns, int c) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) column[r] = matrix[r * columns + c];
}

int main() {
  int rows, columns;
  if (scanf("%d %d", &rows, &columns) != 2) return 1;
  std::vector<int> a(rows * columns), line(rows);
  for (int& x : a) scanf("%d", &x);
  int *matrix, *column;
  CHECK(cudaMalloc(&matrix, a.size() * sizeof(int)));
  CHECK(cudaMalloc(&column, rows * sizeof(int)));
  CHECK(cudaMemcpy(matrix, a.data(), a.size() * sizeof(int), cudaMemcpyHostToDevice));
  for (int c = 0; c < columns; c++) {
    gather<<<(rows + 31) / 32, 32>>>(matrix, column, rows, columns, c);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(line.data(), column, rows * sizeof(int), cudaMemcpyDeviceToHost));
    for (int r = 0; r < rows; r++) printf("%d%c", line[r], r + 1 < rows ? ' ' : '\n');
  }
  CHECK(cudaFree(matrix));
  CHECK(cudaFree(column));
}
