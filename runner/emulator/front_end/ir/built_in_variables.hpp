/// Handles `threadIdx`, `blockIdx`, `blockDim` and `gridDim`.
#pragma once

#include <string>
#include <string_view>

namespace cuda_front_end {

/// Whether `name`, including its `@`, is a built-in variable. In the runtime, these are variables of the OS
/// thread.
bool is_built_in_variable(std::string_view name);

/// Turns a load of one of their members into an instruction that no hook reports and that the compiler may
/// hoist, since the value is constant within a CUDA thread. Returns any other line unchanged.
std::string faster_load(std::string line);

}  // namespace cuda_front_end
