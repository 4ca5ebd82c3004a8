#include "runner/emulator/include/cuda_emulator/errors.h"

#include <atomic>

#include "runner/emulator/runtime/findings.hpp"
#include "runner/emulator/runtime/last_error.hpp"
#include "runner/emulator/runtime/source_place.hpp"
#include "runner/emulator/runtime/text.hpp"

namespace cuda_emulator {
namespace {

/// What cudaGetLastError() of this host thread knows.
struct LastError {
  cudaError_t error = cudaSuccess;
  const void* code = nullptr;  ///< the call that failed
  bool looked_at = true;
  char reason[160] = "";  ///< programs may call in their static destructors, when no string of this lives

  void set_reason(std::string_view text) { reason[text.copy(reason, sizeof reason - 1)] = 0; }
};
thread_local LastError last;
std::atomic<cudaError_t> context_error{cudaSuccess};

void look_at(cudaError_t error) {
  if (error == last.error) last.looked_at = true;
}

}  // namespace

void report_ignored_error() {
  if (last.looked_at) return;
  last.looked_at = true;
  const std::string reason = *last.reason ? joined(" (", last.reason, ")") : "";
  report(FindingKind::ignored_error, last.code,
         joined("this call failed, and the program went on without looking: ", cudaGetErrorString(last.error),
                reason));
}

cudaError_t record_error(cudaError_t error, const void* code, std::string_view reason) {
  report_ignored_error();
  return record_cleaning_up(error, code, reason);
}

cudaError_t record_cleaning_up(cudaError_t error, const void* code, std::string_view reason) {
  if (sticky_error() != cudaSuccess) error = sticky_error();
  if (error != cudaSuccess && error != last.error) {
    last = {error, code ? code : calling_code(), false};
    last.set_reason(reason);
  }
  return error;
}

// The next call gives it; only then can it be ignored.
void record_sticky_error(cudaError_t error) {
  context_error = error;
}

void forget_errors() {
  context_error = cudaSuccess;
  last = LastError();
}

cudaError_t sticky_error() {
  return context_error;
}

}  // namespace cuda_emulator

using cuda_emulator::last;

cudaError_t cudaGetLastError() {
  const cudaError_t error = cudaPeekAtLastError();
  last = cuda_emulator::LastError();
  return error;
}

cudaError_t cudaPeekAtLastError() {
  last.looked_at = true;
  const cudaError_t sticky = cuda_emulator::sticky_error();
  return sticky != cudaSuccess ? sticky : last.error;
}

const char* cudaGetErrorName(cudaError_t error) {
  cuda_emulator::look_at(error);
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
  cuda_emulator::look_at(error);
  switch (error) {
#define CUDA_EMULATOR_ROW(name, value, text) \
  case name:                                 \
    return text;
    CUDA_EMULATOR_ERRORS(CUDA_EMULATOR_ROW)
#undef CUDA_EMULATOR_ROW
  }
  return "unrecognized error code";
}
