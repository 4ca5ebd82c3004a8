// The plain program for the product of two matrices on a GPU: scanf, cuBLAS, printf.

#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(bool ok, const char* what) {
  if (ok) return;
  std::fprintf(stderr, "matmul_cublas: %s failed\n", what);
  std::exit(1);
}

float* on_device(const std::vector<float>& values) {
  float* device = nullptr;
  const std::size_t bytes = values.size() * sizeof(float);
  check(cudaMalloc(&device, bytes) == cudaSuccess, "cudaMalloc");
  check(cudaMemcpy(device, values.data(), bytes, cudaMemcpyHostToDevice) == cudaSuccess, "cudaMemcpy");
  return device;
}

}  // namespace

int main() {
  int m = 0, k = 0, n = 0;
  check(std::scanf("%d %d %d", &m, &k, &n) == 3, "reading M, K and N");
  std::vector<float> a(static_cast<std::size_t>(m) * k), b(static_cast<std::size_t>(k) * n);
  std::vector<float> c(static_cast<std::size_t>(m) * n);
  for (float& value : a) check(std::scanf("%f", &value) == 1, "reading A");
  for (float& value : b) check(std::scanf("%f", &value) == 1, "reading B");

  float *const device_a = on_device(a), *const device_b = on_device(b), *const device_c = on_device(c);
  cublasHandle_t handle = nullptr;
  check(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS, "cublasCreate");
  const float one = 1, zero = 0;
  // Row by row what cuBLAS takes as column by column: C^T = B^T A^T.
  check(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, device_b, n, device_a, k, &zero,
                    device_c, n) == CUBLAS_STATUS_SUCCESS,
        "cublasSgemm");
  check(cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess,
        "cudaMemcpy");

  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column)
      std::printf("%.9g%c", c[static_cast<std::size_t>(row) * n + column], column + 1 < n ? ' ' : '\n');
  }
}
