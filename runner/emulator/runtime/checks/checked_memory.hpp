#pragma once

#include <optional>

#include "runner/emulator/runtime/memory/allocations.hpp"

namespace cuda_emulator {

/// The memory that programs hold. From its first use on, memory access faults are caught, and live
/// allocations are reported when the program ends.
Allocations& checked_memory();

/// Reports the live allocations of one device, or of all, as memory that was never freed: the program ends,
/// or resets the device.
void report_leaks(std::optional<int> device = std::nullopt);

}  // namespace cuda_emulator
