// How it works
//
// The driver loads the library that CUDA_INJECTION64_PATH names when a program first uses CUDA, and calls
// InitializeInjection (CUPTI manual, "Usage", injection): so this runs inside a program that knows nothing
// about it, however it was linked. A program that does not use CUDA never loads it.
//
//   injection.cpp       begins and ends the trace
//   api_calls.cpp       the program's calls: launches, failures, whether it waited for the GPU
//   activity.cpp        what the GPU did: CUPTI's records of kernels, copies and memory
//   process_record.cpp  where it is all written down at once: in a file that the runner has made and that is
//                       mapped here, so that a process that is killed leaves what was known until then
//
// Nothing here may disturb the program: every failure ends
// the tracing, with its reason for the runner, and no more.

#include <cstdlib>
#include <exception>

#include "runner/gpu_trace/activity.hpp"
#include "runner/gpu_trace/api_calls.hpp"
#include "runner/gpu_trace/cupti.hpp"
#include "runner/gpu_trace/process_record.hpp"

namespace gpu_trace {
namespace {

void end_trace() {
  if (!process_record().is_own()) return;
  flush_activity(true);
  process_record()->state = State::ended;
}

void begin_trace() {
  ProcessRecord& record = process_record();
  if (!cupti().missing.empty()) {
    put_text(record->missing, cupti().missing);
    return;
  }
  const char* failure = watch_api_calls();
  if (failure == nullptr) failure = start_activity();
  if (failure != nullptr) {
    put_text(record->missing, failure);
    return;
  }
  std::atexit(end_trace);
}

}  // namespace
}  // namespace gpu_trace

/// Called by the driver; the result says that the library may stay.
extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
  try {
    gpu_trace::begin_trace();
  } catch (const std::exception&) {  // no memory: the program will say so itself
  }
  return 1;
}
