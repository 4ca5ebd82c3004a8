#pragma once

#include <string>
#include <vector>

#include "base/descriptor.hpp"

namespace runner {

/// The device nodes that a CUDA program needs to use the GPU of this minor number, and no other GPU's. Throws
/// Failure when there is no such GPU.
std::vector<std::string> gpu_devices(int minor);

/// Folders with the driver's libraries that the loader does not search by itself, separated by colons.
std::string gpu_library_path();

/// Waits until no other run on this machine uses the GPU, or, if `shared`, until none uses it exclusively.
/// The returned descriptor holds the claim; it ends with the process. Throws Failure.
base::Descriptor claim_gpu(int minor, bool shared);

}  // namespace runner
