#pragma once

#include "runner/emulator/include/driver_types.h"
#include "runner/emulator/runtime/execution/launch_shape.hpp"

namespace cuda_emulator {

/// Runs a kernel that the host knows by its stub. Records and returns an error.
cudaError_t launch_now(const void* kernel, const LaunchShape& shape, void** arguments, bool is_cooperative);

/// Runs a kernel or, while its stream is captured, adds it to the graph.
cudaError_t launch_in_stream(const void* kernel, const LaunchShape& shape, void** arguments,
                             bool is_cooperative);

}  // namespace cuda_emulator
