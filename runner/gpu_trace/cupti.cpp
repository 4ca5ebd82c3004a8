#include "runner/gpu_trace/cupti.hpp"

#include <dlfcn.h>

namespace gpu_trace {
namespace {

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

Cupti load() {
  Cupti all;
  void* library = dlopen(CUPTI_SONAME, RTLD_NOW | RTLD_LOCAL);
  const bool complete = library != nullptr && find(library, "cuptiSubscribe", all.subscribe) &&
                        find(library, "cuptiEnableDomain", all.enable_domain) &&
                        find(library, "cuptiGetDeviceId", all.device_of) &&
                        find(library, "cuptiActivityEnable", all.enable) &&
                        find(library, "cuptiActivityRegisterCallbacks", all.register_buffers) &&
                        find(library, "cuptiActivityRegisterTimestampCallback", all.register_clock) &&
                        find(library, "cuptiActivityGetNextRecord", all.next_record) &&
                        find(library, "cuptiActivityFlushAll", all.flush) &&
                        find(library, "cuptiActivityConfigureUnifiedMemoryCounter", all.configure_managed) &&
                        find(library, "cuptiGetResultString", all.result_string);
  if (!complete) all.missing = std::string("CUPTI cannot be loaded: ") + dlerror();
  return all;
}

}  // namespace

const char* failure_text(CUptiResult result) {
  if (result == CUPTI_SUCCESS) return nullptr;
  const char* text = nullptr;
  cupti().result_string(result, &text);
  return text == nullptr ? "CUPTI failed" : text;
}

const Cupti& cupti() {
  static const Cupti& loaded = *new Cupti(load());  // needed while the program's static objects go
  return loaded;
}

}  // namespace gpu_trace
