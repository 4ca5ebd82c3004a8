// Multiplies matrices of mixed element types, or of a type that OpenBLAS lacks.
#include "runner/emulator/runtime/blas/handle.hpp"
#include "runner/emulator/runtime/memory/device_access.hpp"

using namespace cuda_emulator;

namespace {

std::size_t bytes_of(cudaDataType_t type) {
  return type == CUDA_R_16F ? 2 : type == CUDA_R_32F ? 4 : type == CUDA_R_64F ? 8 : 0;
}

double load(const void* matrix, cudaDataType_t type, std::ptrdiff_t at) {
  if (type == CUDA_R_16F) return static_cast<float>(static_cast<const __half*>(matrix)[at]);
  if (type == CUDA_R_32F) return static_cast<const float*>(matrix)[at];
  return static_cast<const double*>(matrix)[at];
}

void store(void* matrix, cudaDataType_t type, std::ptrdiff_t at, double value) {
  if (type == CUDA_R_16F) {
    static_cast<__half*>(matrix)[at] = __half(static_cast<float>(value));
  } else if (type == CUDA_R_32F) {
    static_cast<float*>(matrix)[at] = static_cast<float>(value);
  } else {
    static_cast<double*>(matrix)[at] = value;
  }
}

struct Matrix {
  const void* elements;
  cudaDataType_t type;
  int leading;
  bool is_transposed;

  double operator()(int row, int column) const {
    return load(
        elements, type,
        is_transposed ? column + std::ptrdiff_t{row} * leading : row + std::ptrdiff_t{column} * leading);
  }
};

Operand operand(const Matrix& matrix, int rows, int columns, bool is_written) {
  if (matrix.is_transposed) std::swap(rows, columns);
  if (rows <= 0 || columns <= 0) return {matrix.elements, 0, is_written};
  const auto elements = static_cast<std::size_t>(columns - 1) * static_cast<std::size_t>(matrix.leading) +
                        static_cast<std::size_t>(rows);
  return {matrix.elements, elements * bytes_of(matrix.type), is_written};
}

/// C = alpha A B + beta C, accumulated in `Sum`.
template <class Sum>
void multiply(int m, int n, int k, double alpha, const Matrix& a, const Matrix& b, double beta,
              const Matrix& c, void* to) {
  for (int column = 0; column < n; ++column) {
    for (int row = 0; row < m; ++row) {
      Sum sum = 0;
      for (int i = 0; i < k; ++i) sum += static_cast<Sum>(a(row, i)) * static_cast<Sum>(b(i, column));
      const Sum before = beta != 0 ? static_cast<Sum>(beta) * static_cast<Sum>(c(row, column)) : Sum{0};
      store(to, c.type, row + std::ptrdiff_t{column} * c.leading, static_cast<Sum>(alpha) * sum + before);
    }
  }
}

}  // namespace

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m,
                            int n, int k, const void* alpha, const void* a, cudaDataType_t type_a, int lda,
                            const void* b, cudaDataType_t type_b, int ldb, const void* beta, void* c,
                            cudaDataType_t type_c, int ldc, cublasComputeType_t compute, cublasGemmAlgo_t) {
  if (!bytes_of(type_a) || type_a != type_b || !bytes_of(type_c)) return CUBLAS_STATUS_NOT_SUPPORTED;
  const bool in_double = compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC;
  const bool in_half = compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC;
  const cudaDataType_t scale = in_double ? CUDA_R_64F : in_half ? CUDA_R_16F : CUDA_R_32F;
  if (in_double != (type_a == CUDA_R_64F) || in_double != (type_c == CUDA_R_64F))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const Matrix first{a, type_a, lda, op_a != CUBLAS_OP_N}, second{b, type_b, ldb, op_b != CUBLAS_OP_N},
      result{c, type_c, ldc, false};
  const cublasStatus_t status =
      check(handle, operand(first, m, k, false), operand(second, k, n, false), operand(result, m, n, true));
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  const DeviceAccess access;  // the factors may be in device memory, too
  const double factor = load(alpha, scale, 0), old = load(beta, scale, 0);
  if (in_double) {
    multiply<double>(m, n, k, factor, first, second, old, result, c);
  } else {
    multiply<float>(m, n, k, factor, first, second, old, result, c);
  }
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, int m,
                           int n, int k, const __half* alpha, const __half* a, int lda, const __half* b,
                           int ldb, const __half* beta, __half* c, int ldc) {
  return cublasGemmEx(handle, op_a, op_b, m, n, k, alpha, a, CUDA_R_16F, lda, b, CUDA_R_16F, ldb, beta, c,
                      CUDA_R_16F, ldc, CUBLAS_COMPUTE_16F, CUBLAS_GEMM_DEFAULT);
}
