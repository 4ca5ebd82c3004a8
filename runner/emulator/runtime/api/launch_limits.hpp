#pragma once

#include <string>

#include "runner/emulator/include/cuda_emulator/launch.h"

namespace cuda_emulator {

/// What of a launch is more, or less, than the device allows, in words; empty if it fits. A block may have
/// `most_shared` bytes of shared memory.
std::string exceeded_limit(const LaunchShape& shape, std::size_t most_shared);

}  // namespace cuda_emulator
