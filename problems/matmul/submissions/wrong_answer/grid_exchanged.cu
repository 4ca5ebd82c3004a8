// Wrong: the kernel counts columns along x, the launch counts rows along it. What the grid does not reach of
// C stays 0. Caught by the first product that is wider or higher by a block: stripes-of-zeros.
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

__global__ void multiply(const float* a, const float* b, float* c, int m, int k, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int p = 0; p < k; p++) sum += a[row * k + p] * b[p * n + column];
  c[row * n + column] = sum;
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
  CHECK(cudaMemset(c, 0, m * n * sizeof(float)));
  multiply<<<dim3((m + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(a, b, c, m, k, n);
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
