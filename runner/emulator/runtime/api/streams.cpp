#include "runner/emulator/include/cuda_emulator/streams.h"

#include <chrono>

#include "runner/emulator/runtime/api/device_output.hpp"
#include "runner/emulator/runtime/base/handles.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"

using cuda_emulator::record_error;
using cuda_emulator::sticky_error;
using Clock = std::chrono::steady_clock;

struct CUstream_st {};

struct CUevent_st {
  bool times = true;
  bool recorded = false;
  Clock::time_point time;
};

namespace {

// Never destroyed: programs destroy theirs in static destructors.
auto& streams = *new cuda_emulator::Handles<CUstream_st>;
auto& events = *new cuda_emulator::Handles<CUevent_st>;

cudaError_t check(cudaStream_t stream) {
  if (const cudaError_t error = sticky_error()) return error;
  const bool default_one = !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
  return default_one || streams.is_valid(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t check(cudaEvent_t event) {
  if (const cudaError_t error = sticky_error()) return error;
  return events.is_valid(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

}  // namespace

cudaError_t cudaDeviceSynchronize() {
  cuda_emulator::show_device_output();
  return record_error(sticky_error());
}
cudaError_t cudaThreadSynchronize() {
  return cudaDeviceSynchronize();
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  if (!stream) return record_error(cudaErrorInvalidValue);
  *stream = streams.make();
  return record_error(cudaSuccess);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int) {
  return cudaStreamCreate(stream);
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int, int) {
  return cudaStreamCreate(stream);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return cuda_emulator::record_cleaning_up(streams.destroy(stream) ? cudaSuccess
                                                                   : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  cuda_emulator::show_device_output();
  return record_error(check(stream));
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return record_error(check(stream));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  const cudaError_t error = check(stream);
  return record_error(error != cudaSuccess ? error : check(event));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned int) {
  const cudaError_t error = check(stream);
  if (error == cudaSuccess) callback(stream, cudaSuccess, data);
  return record_error(error);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  const cudaError_t error = check(stream);
  if (error == cudaSuccess) function(data);
  return record_error(error);
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least) *least = 0;
  if (greatest) *greatest = 0;
  return record_error(cudaSuccess);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  if (!event) return record_error(cudaErrorInvalidValue);
  *event = events.make();
  (*event)->times = !(flags & cudaEventDisableTiming);
  return record_error(cudaSuccess);
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}
cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return cuda_emulator::record_cleaning_up(events.destroy(event) ? cudaSuccess
                                                                 : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  cudaError_t error = check(stream);
  if (error == cudaSuccess) error = check(event);
  if (error != cudaSuccess) return record_error(error);
  event->recorded = true;
  event->time = Clock::now();
  return record_error(cudaSuccess);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int) {
  return cudaEventRecord(event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  cuda_emulator::show_device_output();
  return record_error(check(event));
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return record_error(check(event));
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  cudaError_t error = check(begin);
  if (error == cudaSuccess) error = check(end);
  if (error == cudaSuccess && !milliseconds) error = cudaErrorInvalidValue;
  if (error == cudaSuccess && !(begin->recorded && end->recorded && begin->times && end->times)) {
    error = cudaErrorInvalidResourceHandle;
  }
  if (error != cudaSuccess) return record_error(error);
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - begin->time).count();
  return record_error(cudaSuccess);
}
