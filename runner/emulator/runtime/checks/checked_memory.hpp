#pragma once

#include <optional>

#include "runner/emulator/runtime/memory/allocations.hpp"

namespace cuda_emulator {

/// The memory that programs hold. From its first use on, faults of memory access are caught, and what still
/// lives when the program ends is reported then.
Allocations& checked_memory();

/// Reports what lives on a device, or on all, as memory that was never freed: the program ends, or resets the device.
void report_leaks(std::optional<int> device = std::nullopt);

}  // namespace cuda_emulator
