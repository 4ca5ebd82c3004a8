#pragma once

#include <cuda.h>
#include <cupti.h>

#include <string>

namespace gpu_trace {

/// The functions of CUPTI that are used here. It is loaded when it is needed, so that a program without it
/// runs as usual.
struct Cupti {
  decltype(&cuptiSubscribe) subscribe = nullptr;
  decltype(&cuptiEnableDomain) enable_domain = nullptr;
  decltype(&cuptiGetDeviceId) device_of = nullptr;
  decltype(&cuptiActivityEnable) enable = nullptr;
  decltype(&cuptiActivityRegisterCallbacks) register_buffers = nullptr;
  decltype(&cuptiActivityRegisterTimestampCallback) register_clock = nullptr;
  decltype(&cuptiActivityGetNextRecord) next_record = nullptr;
  decltype(&cuptiActivityFlushAll) flush = nullptr;
  decltype(&cuptiActivityConfigureUnifiedMemoryCounter) configure_managed = nullptr;
  decltype(&cuptiGetResultString) result_string = nullptr;

  std::string missing;  ///< why it cannot be used; empty: it can
};

/// The meaning of a result of CUPTI; nullptr: success.
const char* failure_text(CUptiResult result);

/// Loads CUPTI at the first call. It is in the same folder as this library, or where the loader looks.
const Cupti& cupti();

}  // namespace gpu_trace
