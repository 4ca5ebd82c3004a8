#pragma once

#include <cuda.h>

namespace gpu_trace {

/// An attribute of a device; 0 when the driver does not say.
int device_attribute(CUdevice_attribute attribute, CUdevice device);

/// The driver's own name of an error: "CUDA_ERROR_INVALID_VALUE"; nullptr for numbers that it does not know.
const char* driver_error_name(int code);

}  // namespace gpu_trace
