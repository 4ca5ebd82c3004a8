// Crashes: the host prints the result straight from the GPU's memory, which it cannot read.
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

__global__ void transpose(const int* in, int* out, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * columns) out[i % columns * rows + i / columns] = in[i];
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
  transpose<<<(rows * columns + 255) / 256, 256>>>(in, out, rows, columns);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  for (int c = 0; c < columns; c++) {
    for (int r = 0; r < rows; r++) printf("%d%c", out[c * rows + r], r + 1 < rows ? ' ' : '\n');
  }
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
}
