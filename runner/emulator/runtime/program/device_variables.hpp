#pragma once

#include <span>

#include "runner/emulator/runtime/base/checked_range.hpp"

namespace cuda_emulator {

/// The variables that `__device__` and `__constant__` declare, with gaps between them.
const CheckedRange& device_variables();

/// Forgets, as if no kernel had used them yet.
void forget_accesses_to_variables();

/// Gives each its first value again, as a reset of the device does.
void restore_variables();

/// Whether `address` lies in a `__constant__` variable.
bool lies_in_a_constant(const void* address);

/// The constants of the device's code: a string, a table, a list of virtual functions.
std::span<const char> device_constants();

}  // namespace cuda_emulator
