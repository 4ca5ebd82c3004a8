#include "runner/emulator/include/cuda_emulator/errors.h"

#include <atomic>

#include "runner/emulator/runtime/last_error.hpp"

namespace cuda_emulator {
namespace {

thread_local cudaError_t last_error = cudaSuccess;
std::atomic<cudaError_t> context_error{cudaSuccess};

}  // namespace

cudaError_t record_error(cudaError_t error) {
  if (sticky_error() != cudaSuccess) error = sticky_error();
  if (error != cudaSuccess) last_error = error;
  return error;
}

void record_sticky_error(cudaError_t error) {
  context_error = error;
}

void forget_errors() {
  context_error = cudaSuccess;
  last_error = cudaSuccess;
}

cudaError_t sticky_error() {
  return context_error;
}

}  // namespace cuda_emulator

cudaError_t cudaGetLastError() {
  const cudaError_t error = cudaPeekAtLastError();
  cuda_emulator::last_error = cudaSuccess;
  return error;
}

cudaError_t cudaPeekAtLastError() {
  const cudaError_t sticky = cuda_emulator::sticky_error();
  return sticky != cudaSuccess ? sticky : cuda_emulator::last_error;
}

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define CUDA_EMULATOR_ROW(name, value, text) \
  case name:                                 \
    return #name;
    CUDA_EMULATOR_ERRORS(CUDA_EMULATOR_ROW)
#undef CUDA_EMULATOR_ROW
  }
  return "unrecognized error code";
}

const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define CUDA_EMULATOR_ROW(name, value, text) \
  case name:                                 \
    return text;
    CUDA_EMULATOR_ERRORS(CUDA_EMULATOR_ROW)
#undef CUDA_EMULATOR_ROW
  }
  return "unrecognized error code";
}
