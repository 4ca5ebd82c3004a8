#include "runner/emulator/include/cuda_emulator/errors.h"

#include <atomic>

#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/report/findings.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {
namespace {

/// The state of cudaGetLastError() for this host thread.
struct LastError {
  cudaError_t error = cudaSuccess;
  const void* code = nullptr;  ///< the call that failed
  bool looked_at = true;
  char reason[240] = "";  ///< programs may call in static destructors, when this object's strings are gone

  void set_reason(std::string_view text) { reason[text.copy(reason, sizeof reason - 1)] = 0; }
};
thread_local LastError latest;
std::atomic<cudaError_t> context_error{cudaSuccess};

void look_at(cudaError_t error) {
  if (error == latest.error) latest.looked_at = true;
}

}  // namespace

void report_ignored_error() {
  if (latest.looked_at) return;
  latest.looked_at = true;
  const std::string reason = *latest.reason ? joined(" (", latest.reason, ")") : "";
  report(FindingKind::ignored_error, latest.code,
         joined("this call failed, and the program did not check it: ", cudaGetErrorString(latest.error),
                reason));
}

cudaError_t record_error(cudaError_t error, const void* code, std::string_view reason) {
  report_ignored_error();
  return record_cleaning_up(error, code, reason);
}

cudaError_t record_cleaning_up(cudaError_t error, const void* code, std::string_view reason) {
  if (sticky_error() != cudaSuccess) error = sticky_error();
  if (error != cudaSuccess && error != latest.error) {
    const void* call = code ? code : calling_code();
    // An error that already has a finding is not reported again, and a query's "not ready" is no error.
    latest = {error, call, is_told(call) || error == cudaErrorNotReady};
    latest.set_reason(reason);
  }
  return error;
}

// The next call returns the error; only then can it be ignored.
void record_sticky_error(cudaError_t error) {
  context_error = error;
}

void forget_errors() {
  context_error = cudaSuccess;
  latest = LastError();
}

cudaError_t sticky_error() {
  return context_error;
}

}  // namespace cuda_emulator

using cuda_emulator::latest;

cudaError_t cudaGetLastError() {
  const cudaError_t error = cudaPeekAtLastError();
  latest = cuda_emulator::LastError();
  return error;
}

cudaError_t cudaPeekAtLastError() {
  latest.looked_at = true;
  const cudaError_t sticky = cuda_emulator::sticky_error();
  return sticky != cudaSuccess ? sticky : latest.error;
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
