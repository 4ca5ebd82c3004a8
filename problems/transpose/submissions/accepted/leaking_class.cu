// Right, though it leaks: a matrix allocates its memory when it is made, and has no destructor.
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
  if (i < rows * columns) out[i] = in[i % rows * columns + i / rows];
}

struct Matrix {
  int rows, columns;
  int* elements;

  Matrix(int r, int c) : rows(r), columns(c) { CHECK(cudaMalloc(&elements, bytes())); }

  Matrix(int r, int c, const std::vector<int>& from) : Matrix(r, c) {
    CHECK(cudaMemcpy(elements, from.data(), bytes(), cudaMemcpyHostToDevice));
  }

  size_t bytes() const { return rows * columns * sizeof(int); }

  Matrix transposed() const {
    Matrix result(columns, rows);
    transpose<<<(rows * columns + 255) / 256, 256>>>(elements, result.elements, rows, columns);
    CHECK(cudaGetLastError());
    return result;
  }
};

int main() {
  int rows, columns;
  if (scanf("%d %d", &rows, &columns) != 2) return 1;
  std::vector<int> a(rows * columns);
  for (int& x : a) scanf("%d", &x);
  Matrix result = Matrix(rows, columns, a).transposed();
  CHECK(cudaMemcpy(a.data(), result.elements, result.bytes(), cudaMemcpyDeviceToHost));
  for (int c = 0; c < columns; c++) {
    for (int r = 0; r < rows; r++) printf("%d%c", a[c * rows + r], r + 1 < rows ? ' ' : '\n');
  }
}
