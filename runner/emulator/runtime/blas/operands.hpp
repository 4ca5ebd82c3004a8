/// Shared code of cuBLAS operations: translates their enumerations to OpenBLAS's, and checks the operands.
#pragma once

#include <cblas.h>

#include <type_traits>

#include "runner/emulator/runtime/blas/handle.hpp"
#include "runner/emulator/runtime/memory/device_access.hpp"

namespace cuda_emulator {

inline CBLAS_TRANSPOSE to_blas(cublasOperation_t op) {
  return op == CUBLAS_OP_N ? CblasNoTrans : op == CUBLAS_OP_T ? CblasTrans : CblasConjTrans;
}
inline CBLAS_UPLO to_blas(cublasFillMode_t fill) {
  return fill == CUBLAS_FILL_MODE_LOWER ? CblasLower : CblasUpper;
}
inline CBLAS_DIAG to_blas(cublasDiagType_t diagonal) {
  return diagonal == CUBLAS_DIAG_UNIT ? CblasUnit : CblasNonUnit;
}
inline CBLAS_SIDE to_blas(cublasSideMode_t side) {
  return side == CUBLAS_SIDE_LEFT ? CblasLeft : CblasRight;
}

/// A factor in the form that OpenBLAS takes: a real one by value, a complex one by address.
template <class T>
auto factor(const T* at) {
  if constexpr (std::is_floating_point_v<T>) {
    return *at;
  } else {
    return at;
  }
}

/// The memory of a matrix whose shape after `op` is given.
template <class T>
Operand operand(T* a, cublasOperation_t op, int rows, int columns, int leading) {
  return op == CUBLAS_OP_N ? matrix(a, rows, columns, leading) : matrix(a, columns, rows, leading);
}

/// Runs `operation` if the operands can be used.
template <class Operation, class... Operands>
cublasStatus_t with(cublasHandle_t handle, Operation operation, const Operands&... operands) {
  const cublasStatus_t status = check(handle, operands...);
  if (status != CUBLAS_STATUS_SUCCESS) return status;
  const DeviceAccess access;
  operation();
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace cuda_emulator
