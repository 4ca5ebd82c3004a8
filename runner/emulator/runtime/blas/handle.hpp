#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "runner/emulator/include/cublas_v2.h"

struct cublasContext {
  cublasPointerMode_t pointer_mode = CUBLAS_POINTER_MODE_HOST;
  cudaStream_t stream = nullptr;
};

namespace cuda_emulator {

/// Whether `handle` came from cublasCreate() and was not destroyed.
bool is_handle(cublasHandle_t handle);

/// Whether device memory may be read there or, if it is not const, written. It then counts as written.
bool is_operand(const void* address, std::size_t bytes, bool is_written);

/// A vector or matrix that an operation uses. An empty one is not accessed.
struct Operand {
  const void* address;
  std::size_t bytes;
  bool is_written;
};

template <class T>
Operand vector(T* x, int n, int increment) {
  const std::int64_t step = increment < 0 ? -std::int64_t{increment} : increment;
  const bool is_written = !std::is_const_v<T>;
  return {x, n > 0 ? static_cast<std::size_t>((n - 1) * step + 1) * sizeof(T) : 0, is_written};
}

template <class T>
Operand matrix(T* a, int rows, int columns, int leading) {
  const bool empty = rows <= 0 || columns <= 0;
  return {a,
          empty ? 0
                : (static_cast<std::size_t>(columns - 1) * static_cast<std::size_t>(leading) +
                   static_cast<std::size_t>(rows)) *
                      sizeof(T),
          !std::is_const_v<T>};
}

template <class... Operands>
cublasStatus_t check(cublasHandle_t handle, const Operands&... operands) {
  if (!is_handle(handle)) return CUBLAS_STATUS_NOT_INITIALIZED;
  const bool usable =
      ((operands.bytes == 0 || is_operand(operands.address, operands.bytes, operands.is_written)) && ...);
  return usable ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

}  // namespace cuda_emulator
