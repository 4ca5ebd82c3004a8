#pragma once

#include <cuda.h>

#include "runner/gpu_trace/trace_layout.hpp"

namespace gpu_trace {

/// Keeps what the occupancy depends on of `device`. To be called once the driver is up.
void learn_device(CUdevice device);

/// How many warps of such a kernel can be resident on the device that was learnt, at most, and what sets it:
/// fills in `occupancy` and `limit`. By NVIDIA's cuda_occupancy.h. Without a device: nothing.
void bound_occupancy(Kernel& kernel, std::uint32_t static_shared_bytes, std::uint32_t dynamic_shared_bytes);

}  // namespace gpu_trace
