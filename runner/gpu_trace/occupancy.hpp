#pragma once

#include <cuda.h>

#include "runner/gpu_trace/trace_layout.hpp"

namespace gpu_trace {

/// Stores the properties of `device` that the occupancy depends on. Called once the driver is up.
void learn_device(CUdevice device);

/// The most warps of such a kernel that can be resident on that device, and the limiting resource: fills in
/// `occupancy` and `limit`. By NVIDIA's cuda_occupancy.h. Without a device: nothing.
void bound_occupancy(Kernel& kernel, std::uint32_t static_shared_bytes, std::uint32_t dynamic_shared_bytes);

}  // namespace gpu_trace
