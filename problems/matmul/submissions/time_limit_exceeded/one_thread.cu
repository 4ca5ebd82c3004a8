// Too slow: a single thread of the GPU does all the work.
#include <cstdio>
#include <vector>

__global__ void multiply(const float* a, const float* b, float* c, int m, int k, int n) {
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int p = 0; p < k; p++) sum += a[i * k + p] * b[p * n + j];
      c[i * n + j] = sum;
    }
  }
}

float* read_matrix(int elements) {
  std::vector<float> values(elements);
  for (float& x : values) scanf("%f", &x);
  float* on_gpu;
  cudaMalloc(&on_gpu, elements * sizeof(float));
  cudaMemcpy(on_gpu, values.data(), elements * sizeof(float), cudaMemcpyHostToDevice);
  return on_gpu;
}

int main() {
  int m, k, n;
  if (scanf("%d %d %d", &m, &k, &n) != 3) return 1;
  float *a = read_matrix(m * k), *b = read_matrix(k * n), *c;
  cudaMalloc(&c, m * n * sizeof(float));
  multiply<<<1, 1>>>(a, b, c, m, k, n);
  std::vector<float> result(m * n);
  if (cudaMemcpy(result.data(), c, m * n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) printf("%.9g%c", result[i * n + j], j + 1 < n ? ' ' : '\n');
  }
}
