// Crashes: one block for the whole of C, and a block has at most 1024 threads. It sees that the launch
// failed, and says so. Caught by the first product with more elements.
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

__global__ void multiply(const float* a, const float* b, float* c, int k, int n) {
  int i = threadIdx.x / n, j = threadIdx.x % n;
  float sum = 0;
  for (int p = 0; p < k; p++) sum += a[i * k + p] * b[p * n + j];
  c[i * n + j] = sum;
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
  multiply<<<1, m * n>>>(a, b, c, k, n);
  CHECK(cudaGetLastError());
  std::vector<float> result(m * n);
  CHECK(cudaMemcpy(result.data(), c, m * n * sizeof(float), cudaMemcpyDeviceToHost));
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) printf("%.9g%c", result[i * n + j], j + 1 < n ? ' ' : '\n');
  }
}
