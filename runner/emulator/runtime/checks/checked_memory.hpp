#pragma once

#include "runner/emulator/runtime/memory/allocations.hpp"

namespace cuda_emulator {

/// The memory that programs hold. From its first use on, faults of memory access are caught, and what still
/// lives when the program ends is reported then.
Allocations& checked_memory();

}  // namespace cuda_emulator
