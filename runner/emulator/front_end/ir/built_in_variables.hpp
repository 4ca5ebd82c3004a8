/// `threadIdx`, `blockIdx`, `blockDim` and `gridDim`.
#pragma once

#include <string>
#include <string_view>

namespace cuda_front_end {

/// Whether `name`, with its `@`, is that of one. The runtime has them as variables of the OS thread.
bool is_built_in_variable(std::string_view name);

/// A load of one of their members as an instruction that no hook reports, and that may be done once for all: to a
/// CUDA thread they are constant. Any other line stays as it is.
std::string faster_load(std::string line);

}  // namespace cuda_front_end
