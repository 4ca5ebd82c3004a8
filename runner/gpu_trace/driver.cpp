#include "runner/gpu_trace/driver.hpp"

#include <dlfcn.h>

namespace gpu_trace {
namespace {

/// The driver has loaded this library, so it is present, though its symbols may not be visible globally.
template <class Function>
Function driver_function(const char* name) {
  static void* const driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  return driver == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(driver, name));
}

}  // namespace

int device_attribute(CUdevice_attribute attribute, CUdevice device) {
  static const auto get = driver_function<decltype(&cuDeviceGetAttribute)>("cuDeviceGetAttribute");
  int value = 0;
  return get != nullptr && get(&value, attribute, device) == CUDA_SUCCESS ? value : 0;
}

const char* driver_error_name(int code) {
  static const auto get = driver_function<decltype(&cuGetErrorName)>("cuGetErrorName");
  const char* name = nullptr;
  return get != nullptr && get(static_cast<CUresult>(code), &name) == CUDA_SUCCESS ? name : nullptr;
}

}  // namespace gpu_trace
