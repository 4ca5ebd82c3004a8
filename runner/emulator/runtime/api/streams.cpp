#include "runner/emulator/include/cuda_emulator/streams.h"

#include <atomic>
#include <chrono>

#include "runner/emulator/runtime/api/device_output.hpp"
#include "runner/emulator/runtime/api/stream.hpp"
#include "runner/emulator/runtime/base/handles.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/order/pending_works.hpp"
#include "runner/emulator/runtime/report/host_waits.hpp"

namespace cuda_emulator {
bool use_default_streams_of_threads();  // the default streams of programs compiled so
}

using namespace cuda_emulator;
using Clock = std::chrono::steady_clock;

namespace {

// Never destroyed: programs destroy their streams in static destructors.
auto& streams = *new Handles<CUstream_st>;
auto& events = *new Handles<CUevent_st>;

constexpr int highest_priority = -5;
std::atomic<unsigned long long> streams_made{2};  // after the two default streams

cudaError_t check_event(cudaEvent_t event) {
  if (const cudaError_t error = sticky_error()) return error;
  return events.is_valid(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

/// An event recorded in a capture never occurs.
cudaError_t check_waited(cudaEvent_t event) {
  const cudaError_t error = check_event(event);
  return error ? error : event->capture ? cudaErrorCapturedEvent : cudaSuccess;
}

cudaError_t wait_for(cudaEvent_t event) {
  const cudaError_t error = check_waited(event);
  if (!error) PendingWorks::instance().host_waits(event->order);
  return error;
}

/// A successful query tells the host as much as a wait.
cudaError_t wait_for_all_of(cudaStream_t stream) {
  cudaError_t error = check_stream(stream);
  if (!error) error = check_waiting(stream ? stream : cudaStreamLegacy);
  if (!error) PendingWorks::instance().host_waits_for_stream(key_of(stream));
  return error;
}

}  // namespace

namespace cuda_emulator {

bool is_default(cudaStream_t stream) {
  return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

cudaError_t check_stream(cudaStream_t stream) {
  if (const cudaError_t error = sticky_error()) return error;
  return is_default(stream) || streams.is_valid(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

StreamKey key_of(cudaStream_t stream) {
  if (!is_default(stream)) return stream->id;
  if (stream != cudaStreamPerThread) return default_stream();
  PendingWorks::instance().follow_all_memory();
  return stream_of_this_thread();
}

cudaError_t record_now(cudaEvent_t event) {
  if (const cudaError_t error = check_event(event)) return error;
  event->recorded = true;
  event->order = PendingWorks::instance().record(working_stream());
  event->time = Clock::now();
  event->capture = nullptr;
  return cudaSuccess;
}

bool use_default_streams_of_threads() {
  make_default_streams_per_thread();
  PendingWorks::instance().follow_all_memory();
  return true;
}

}  // namespace cuda_emulator

cudaError_t cudaDeviceSynchronize() {
  show_device_output();
  note_host_wait(__builtin_return_address(0));
  const cudaError_t error = check_waiting(nullptr);
  if (!error) PendingWorks::instance().host_waits_for_all();
  return record_error(error);
}
cudaError_t cudaThreadSynchronize() {
  return cudaDeviceSynchronize();
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  if (!stream || flags > cudaStreamNonBlocking) return record_error(cudaErrorInvalidValue);
  *stream = streams.make();
  (*stream)->flags = flags;
  (*stream)->priority = priority < highest_priority ? highest_priority : priority > 0 ? 0 : priority;
  (*stream)->id = ++streams_made;
  PendingWorks::instance().follow_all_memory();
  if (flags & cudaStreamNonBlocking) PendingWorks::instance().make_non_blocking((*stream)->id);
  return record_error(cudaSuccess);
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  const StreamKey key = check_stream(stream) ? legacy_stream : key_of(stream);
  if (!streams.destroy(stream)) return record_cleaning_up(cudaErrorInvalidResourceHandle);
  if (!is_default_stream(key)) PendingWorks::instance().destroy(key);
  return record_cleaning_up(cudaSuccess);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  if (!flags) return record_error(cudaErrorInvalidValue);
  const cudaError_t error = check_stream(stream);
  if (!error) *flags = is_default(stream) ? 0 : stream->flags;
  return record_error(error);
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  if (!priority) return record_error(cudaErrorInvalidValue);
  const cudaError_t error = check_stream(stream);
  if (!error) *priority = is_default(stream) ? 0 : stream->priority;
  return record_error(error);
}
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  if (!id) return record_error(cudaErrorInvalidValue);
  const cudaError_t error = check_stream(stream);
  if (!error) *id = !is_default(stream) ? stream->id : stream == cudaStreamPerThread ? 2 : 1;
  return record_error(error);
}
cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  if (!device) return record_error(cudaErrorInvalidValue);
  *device = 0;
  return record_error(check_stream(stream));
}
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID, const cudaStreamAttrValue* value) {
  return record_error(value ? check_stream(stream) : cudaErrorInvalidValue);
}
cudaError_t cudaCtxResetPersistingL2Cache() {
  return record_error(cudaSuccess);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  show_device_output();
  note_host_wait(__builtin_return_address(0));
  return record_error(wait_for_all_of(stream));
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  note_host_wait(__builtin_return_address(0));
  if (!check_stream(stream) && !PendingWorks::instance().is_done_by_now(key_of(stream)))
    return record_error(cudaErrorNotReady);
  return record_error(wait_for_all_of(stream));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  cudaError_t error = check_stream(stream);
  if (!error) error = check_event(event);
  if (error) return record_error(error);
  if (event->capture) return record_error(wait_for(stream, event));
  PendingWorks::instance().stream_waits(key_of(stream), event->order);
  return record_error(cudaSuccess);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned int) {
  cudaError_t error = check_stream(stream);
  if (!error) error = is_captured(stream) ? check_waiting(stream) : cudaSuccess;
  if (error) return record_error(error);
  host_takes_part(key_of(stream));
  callback(stream, cudaSuccess, data);
  return record_error(cudaSuccess);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  const auto call = [=] {
    host_takes_part(working_stream());
    function(data);
    return cudaSuccess;
  };
  return record_error(put(stream, call, [=] { return call_work({function, data}); }));
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least) *least = 0;
  if (greatest) *greatest = highest_priority;
  return record_error(cudaSuccess);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  constexpr unsigned int known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  const bool is_timed_between_processes =
      (flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming);
  if (!event || (flags & ~known) || is_timed_between_processes) return record_error(cudaErrorInvalidValue);
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
  return record_cleaning_up(events.destroy(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  cudaError_t error = check_stream(stream);
  if (!error) error = check_event(event);
  if (error) return record_error(error);
  if (!is_captured(stream)) {
    const StreamScope scope(key_of(stream));
    return record_error(record_now(event));
  }
  event->capture = stream->capture;
  event->last = stream->last;
  return record_error(cudaSuccess);
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int) {
  return cudaEventRecord(event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  show_device_output();
  note_host_wait(__builtin_return_address(0));
  return record_error(wait_for(event));
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  note_host_wait(__builtin_return_address(0));
  if (!check_waited(event) && !PendingWorks::instance().is_done_by_now(event->order))
    return record_error(cudaErrorNotReady);
  return record_error(wait_for(event));
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin, cudaEvent_t end) {
  cudaError_t error = check_event(begin);
  if (error == cudaSuccess) error = check_event(end);
  if (error == cudaSuccess && !milliseconds) error = cudaErrorInvalidValue;
  if (error == cudaSuccess && !(begin->recorded && end->recorded && begin->times && end->times)) {
    error = cudaErrorInvalidResourceHandle;
  }
  if (error != cudaSuccess) return record_error(error);
  // On a device it succeeds once both have occurred.
  for (const cudaEvent_t event : {begin, end}) PendingWorks::instance().host_waits(event->order);
  *milliseconds = std::chrono::duration<float, std::milli>(end->time - begin->time).count();
  return record_error(cudaSuccess);
}
