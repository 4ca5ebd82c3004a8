// The program's calls of CUDA: what it launched (a record comes only when a kernel ends), what failed, and
// whether it waited.
//
// The runtime calls the driver: only the outermost call of a thread is the program's own.
//
// A program that ends without notice loses what CUPTI has not handed over. So records are also taken when the
// program has waited for the GPU, as long as that costs little: 2 ms at once and 2% of the time.

#include "runner/gpu_trace/api_calls.hpp"

#include <cuda_runtime_api.h>

#include <array>
#include <atomic>
#include <string>

#include "runner/gpu_trace/activity.hpp"
#include "runner/gpu_trace/call_kind.hpp"
#include "runner/gpu_trace/cupti.hpp"
#include "runner/gpu_trace/driver.hpp"
#include "runner/gpu_trace/occupancy.hpp"
#include "runner/gpu_trace/process_record.hpp"

namespace gpu_trace {
namespace {

constexpr std::uint64_t free_flush_ns = 2'000'000;
constexpr std::uint64_t flush_share = 50;  ///< one part in this many of the time

thread_local int depth = 0;
thread_local bool is_inside = false;  ///< of this file: what it calls itself is not the program's

/// Kinds of calls by CUPTI's number, found by name at the first call: names are slow to compare.
class Kinds {
 public:
  CallKind of(CUpti_CallbackId id, const char* name) {
    if (id >= known_.size()) return kind_of_call(name);
    std::atomic<int>& known = known_[id];
    const int value = known.load(std::memory_order_relaxed);
    if (value > 0) return static_cast<CallKind>(value - 1);
    const CallKind kind = kind_of_call(name);
    known.store(static_cast<int>(kind) + 1, std::memory_order_relaxed);
    return kind;
  }

 private:
  std::array<std::atomic<int>, 1024> known_{};
};

Kinds runtime_kinds, driver_kinds;

void flush_if_cheap() {
  static std::atomic<std::uint64_t> spent_ns{0};
  const std::uint64_t start_ns = now_ns();
  const std::uint64_t lived_ns = start_ns - process_record()->loaded_ns;
  if (spent_ns.load() > free_flush_ns + lived_ns / flush_share) return;
  flush_activity(false);
  spent_ns += now_ns() - start_ns;
}

std::string error_name(CUpti_CallbackDomain domain, int code) {
  const char* name = driver_error_name(code);
  if (domain == CUPTI_CB_DOMAIN_RUNTIME_API) name = cudaGetErrorName(static_cast<cudaError_t>(code));
  return name == nullptr ? "error " + std::to_string(code) : name;
}

void on_enter(CallKind kind, const CUpti_CallbackData& call) {
  if (kind == CallKind::end_context) flush_activity(true);
  if (kind != CallKind::launch) return;
  const std::scoped_lock lock(process_record().mutex());
  process_record()->is_unsynchronized = 1;
  if (call.symbolName == nullptr) return;
  ++process_record()->kernel_launches;
  ++process_record().kernel(call.symbolName).launches;
}

void on_exit(CUpti_CallbackDomain domain, CallKind kind, const CUpti_CallbackData& call) {
  const int code =
      call.functionReturnValue == nullptr ? 0 : *static_cast<const int*>(call.functionReturnValue);
  if (code != 0 && kind != CallKind::ask_error) {
    const std::string name = error_name(domain, code);
    const std::scoped_lock lock(process_record().mutex());
    process_record().add_error(plain_name(call.functionName), code, name);
    if (kind == CallKind::launch && call.symbolName != nullptr) {  // it never began
      Kernel& kernel = process_record().kernel(call.symbolName);
      if (kernel.launches > 0) --kernel.launches;
      --process_record()->kernel_launches;
    }
  }
  static std::atomic<bool> is_device_known{false};
  std::uint32_t device = 0;
  if (kind == CallKind::launch && !is_device_known.exchange(true) &&
      cupti().device_of(call.context, &device) == CUPTI_SUCCESS) {
    learn_device(static_cast<CUdevice>(device));
  }
  if (kind == CallKind::allocate_managed) watch_managed_memory();
  if (kind == CallKind::synchronize) {
    process_record()->is_unsynchronized = 0;
    flush_if_cheap();
  }
}

void on_call(CUpti_CallbackDomain domain, CUpti_CallbackId id, const CUpti_CallbackData& call) {
  const bool enters = call.callbackSite == CUPTI_API_ENTER;
  if (enters ? depth++ > 0 : --depth > 0) return;
  const CallKind kind =
      (domain == CUPTI_CB_DOMAIN_RUNTIME_API ? runtime_kinds : driver_kinds).of(id, call.functionName);
  if (enters) {
    on_enter(kind, call);
  } else {
    if (depth < 0) depth = 0;  // it was called before the watch began
    on_exit(domain, kind, call);
  }
}

void on_context(CUpti_CallbackId id) {
  if (id != CUPTI_CBID_RESOURCE_CONTEXT_CREATED || process_record()->state != State::loaded) return;
  process_record()->started_ns = now_ns();
  process_record()->state = State::started;
}

void CUPTIAPI on_callback(void*, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
  if (is_inside || !process_record().is_own()) return;
  is_inside = true;
  if (domain == CUPTI_CB_DOMAIN_RESOURCE) {
    on_context(id);
  } else {
    on_call(domain, id, *static_cast<const CUpti_CallbackData*>(data));
  }
  is_inside = false;
}

}  // namespace

const char* watch_api_calls() {
  static CUpti_SubscriberHandle subscriber;
  CUptiResult result = cupti().subscribe(&subscriber, on_callback, nullptr);
  for (const auto domain :
       {CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_CB_DOMAIN_DRIVER_API}) {
    if (result == CUPTI_SUCCESS) result = cupti().enable_domain(1, subscriber, domain);
  }
  return failure_text(result);
}

}  // namespace gpu_trace
