#include "runner/emulator/include/cuda_emulator/errors.h"

#include <utility>

#include "runner/emulator/runtime/last_error.hpp"

namespace cuda_emulator {
namespace {

thread_local cudaError_t last_error = cudaSuccess;

}  // namespace

cudaError_t record_error(cudaError_t error) {
  if (error != cudaSuccess) last_error = error;
  return error;
}

}  // namespace cuda_emulator

cudaError_t cudaGetLastError() {
  return std::exchange(cuda_emulator::last_error, cudaSuccess);
}

cudaError_t cudaPeekAtLastError() {
  return cuda_emulator::last_error;
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
