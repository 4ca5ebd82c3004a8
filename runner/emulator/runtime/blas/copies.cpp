#include "runner/emulator/include/cublas_v2.h"
#include "runner/emulator/include/cuda_emulator/memory.h"

namespace {

/// A vector is a matrix of one row, whose columns are `inc` apart.
cublasStatus_t copy(std::size_t row_bytes, std::size_t count, const void* from, std::size_t from_step,
                    void* to, std::size_t to_step, cudaMemcpyKind kind) {
  const cudaError_t error = cudaMemcpy2D(to, to_step, from, from_step, row_bytes, count, kind);
  return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

cublasStatus_t copy_vector(int n, int bytes, const void* x, int incx, void* y, int incy,
                           cudaMemcpyKind kind) {
  if (n < 0 || bytes <= 0 || incx <= 0 || incy <= 0) return CUBLAS_STATUS_INVALID_VALUE;
  const auto size = static_cast<std::size_t>(bytes);
  return copy(size, static_cast<std::size_t>(n), x, static_cast<std::size_t>(incx) * size, y,
              static_cast<std::size_t>(incy) * size, kind);
}

cublasStatus_t copy_matrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb,
                           cudaMemcpyKind kind) {
  if (rows < 0 || columns < 0 || bytes <= 0 || lda < rows || ldb < rows) return CUBLAS_STATUS_INVALID_VALUE;
  const auto size = static_cast<std::size_t>(bytes);
  return copy(static_cast<std::size_t>(rows) * size, static_cast<std::size_t>(columns), a,
              static_cast<std::size_t>(lda) * size, b, static_cast<std::size_t>(ldb) * size, kind);
}

}  // namespace

cublasStatus_t cublasSetVector(int n, int bytes, const void* x, int incx, void* y, int incy) {
  return copy_vector(n, bytes, x, incx, y, incy, cudaMemcpyHostToDevice);
}
cublasStatus_t cublasGetVector(int n, int bytes, const void* x, int incx, void* y, int incy) {
  return copy_vector(n, bytes, x, incx, y, incy, cudaMemcpyDeviceToHost);
}
cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb) {
  return copy_matrix(rows, columns, bytes, a, lda, b, ldb, cudaMemcpyHostToDevice);
}
cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void* a, int lda, void* b, int ldb) {
  return copy_matrix(rows, columns, bytes, a, lda, b, ldb, cudaMemcpyDeviceToHost);
}
