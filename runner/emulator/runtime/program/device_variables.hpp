#pragma once

#include <span>

#include "runner/emulator/runtime/base/checked_range.hpp"

namespace cuda_emulator {

/// The variables declared `__device__` and `__constant__`, with gaps between them.
const CheckedRange& device_variables();

/// Resets their states, as if no kernel had used them yet.
void forget_accesses_to_variables();

/// Restores their initial values, as a reset of the device does.
void restore_variables();

/// Whether `address` is in a `__constant__` variable.
bool lies_in_a_constant(const void* address);

/// Constants of device code: strings, tables, virtual tables.
std::span<const char> device_constants();

}  // namespace cuda_emulator
