// Products of matrices and vectors by cuBLAS.
// nvcc cublas_calls.cu -lcublas
#include <cublas_v2.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define IDX2C(i, j, ld) (((j) * (ld)) + (i))
#define cublasCheck(call)                                                   \
  do {                                                                      \
    cublasStatus_t s = (call);                                              \
    if (s != CUBLAS_STATUS_SUCCESS) {                                       \
      fprintf(stderr, "cuBLAS error %d at line %d\n", (int)s, __LINE__);    \
      exit(1);                                                              \
    }                                                                       \
  } while (0)

int main() {
  const int m = 5, n = 4, k = 3;
  std::vector<float> A(m * k), B(k * n), C(m * n, 1.0f);
  for (int j = 0; j < k; j++)
    for (int i = 0; i < m; i++) A[IDX2C(i, j, m)] = i + 10 * j;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < k; i++) B[IDX2C(i, j, k)] = i - j;

  float *dA, *dB, *dC, *dx, *dy;
  cudaMalloc((void **)&dA, A.size() * sizeof(float));
  cudaMalloc((void **)&dB, B.size() * sizeof(float));
  cudaMalloc((void **)&dC, C.size() * sizeof(float));
  cudaMalloc((void **)&dx, 100 * sizeof(float));
  cudaMalloc((void **)&dy, 100 * sizeof(float));

  cublasHandle_t handle;
  cublasCheck(cublasCreate(&handle));
  cublasCheck(cublasSetMatrix(m, k, sizeof(float), A.data(), m, dA, m));
  cublasCheck(cublasSetMatrix(k, n, sizeof(float), B.data(), k, dB, k));
  cublasCheck(cublasSetMatrix(m, n, sizeof(float), C.data(), m, dC, m));
  const float alpha = 2.0f, beta = -1.0f;
  cublasCheck(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, dA, m, dB, k, &beta, dC, m));
  cublasCheck(cublasGetMatrix(m, n, sizeof(float), dC, m, C.data(), m));
  for (int i = 0; i < m; i++) {
    for (int j = 0; j < n; j++) printf("%6g", C[IDX2C(i, j, m)]);
    printf("\n");
  }

  // C^T C, a matrix of n x n
  const float one = 1.0f, zero = 0.0f;
  cublasCheck(cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, m, &one, dC, m, dC, m, &zero, dx, n));
  float ctc[16];
  cublasCheck(cublasGetVector(16, sizeof(float), dx, 1, ctc, 1));
  printf("diagonal: %g %g %g %g\n", ctc[0], ctc[5], ctc[10], ctc[15]);

  std::vector<float> x(100), y(100);
  for (int i = 0; i < 100; i++) x[i] = i, y[i] = 100 - 2 * i;
  cublasCheck(cublasSetVector(100, sizeof(float), x.data(), 1, dx, 1));
  cublasCheck(cublasSetVector(100, sizeof(float), y.data(), 1, dy, 1));
  float dot, sum;
  int largest;
  cublasCheck(cublasSaxpy(handle, 100, &alpha, dx, 1, dy, 1));
  cublasCheck(cublasSdot(handle, 100, dx, 1, dy, 1, &dot));
  cublasCheck(cublasSasum(handle, 50, dx, 2, &sum));
  cublasCheck(cublasIsamax(handle, 100, dx, 1, &largest));
  printf("dot %g, asum of every other %g, amax at %d (from 1)\n", dot, sum, largest);
  cublasCheck(cublasDestroy(handle));
  cudaFree(dA), cudaFree(dB), cudaFree(dC), cudaFree(dx), cudaFree(dy);
  return 0;
}
