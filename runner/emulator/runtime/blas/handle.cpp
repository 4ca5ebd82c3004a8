#include "runner/emulator/runtime/blas/handle.hpp"

#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/handles.hpp"
#include "runner/emulator/runtime/checks/address_check.hpp"
#include "runner/emulator/runtime/checks/unread_results.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {
namespace {

auto& handles = *new Handles<cublasContext>;

}  // namespace

bool is_handle(cublasHandle_t handle) {
  return handles.is_valid(handle);
}

bool is_operand(const void* address, std::size_t bytes, bool is_written) {
  const Arena& arena = Arena::instance();
  const bool plain =
      arena.holds(address) && *arena.states(address) != 0 && arena.states(address)[bytes - 1] != 0;
  // Finding the caller is expensive, so this is done only if the access is not obviously valid.
  if (!plain && !is_device_range(address, bytes, calling_code())) return false;
  note_used_unseen(address);
  if (is_written && arena.holds(address)) arena.set_states(address, bytes, ByteState::written);
  return true;
}

}  // namespace cuda_emulator

using cuda_emulator::handles;
using cuda_emulator::is_handle;

namespace {

cublasStatus_t status(bool good) {
  return good ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_INITIALIZED;
}

}  // namespace

cublasStatus_t cublasCreate(cublasHandle_t* handle) {
  if (!handle) return CUBLAS_STATUS_INVALID_VALUE;
  *handle = handles.make();
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy(cublasHandle_t handle) {
  return status(handles.destroy(handle));
}
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int* version) {
  *version = 120000;
  return status(is_handle(handle));
}
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) {
  if (is_handle(handle)) handle->stream = stream;
  return status(is_handle(handle));
}
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t* stream) {
  if (is_handle(handle)) *stream = handle->stream;
  return status(is_handle(handle));
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t) {
  return status(is_handle(handle));
}
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) {
  if (is_handle(handle)) handle->pointer_mode = mode;
  return status(is_handle(handle));
}
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t* mode) {
  if (is_handle(handle)) *mode = handle->pointer_mode;
  return status(is_handle(handle));
}

const char* cublasGetStatusName(cublasStatus_t status) {
  switch (status) {
    case CUBLAS_STATUS_SUCCESS:
      return "CUBLAS_STATUS_SUCCESS";
    case CUBLAS_STATUS_NOT_INITIALIZED:
      return "CUBLAS_STATUS_NOT_INITIALIZED";
    case CUBLAS_STATUS_ALLOC_FAILED:
      return "CUBLAS_STATUS_ALLOC_FAILED";
    case CUBLAS_STATUS_INVALID_VALUE:
      return "CUBLAS_STATUS_INVALID_VALUE";
    case CUBLAS_STATUS_ARCH_MISMATCH:
      return "CUBLAS_STATUS_ARCH_MISMATCH";
    case CUBLAS_STATUS_MAPPING_ERROR:
      return "CUBLAS_STATUS_MAPPING_ERROR";
    case CUBLAS_STATUS_EXECUTION_FAILED:
      return "CUBLAS_STATUS_EXECUTION_FAILED";
    case CUBLAS_STATUS_INTERNAL_ERROR:
      return "CUBLAS_STATUS_INTERNAL_ERROR";
    case CUBLAS_STATUS_NOT_SUPPORTED:
      return "CUBLAS_STATUS_NOT_SUPPORTED";
    case CUBLAS_STATUS_LICENSE_ERROR:
      return "CUBLAS_STATUS_LICENSE_ERROR";
  }
  return "unknown";
}
const char* cublasGetStatusString(cublasStatus_t status) {
  return cublasGetStatusName(status);
}
