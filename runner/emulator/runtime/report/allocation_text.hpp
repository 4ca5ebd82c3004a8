#pragma once

#include <string>
#include <string_view>

#include "runner/emulator/runtime/memory/allocations.hpp"

namespace cuda_emulator {

/// "the 40 bytes allocated at a.cu:12".
std::string name_of(const Allocation& allocation);

/// Describes `address`: "8 bytes after the end of the 40 bytes allocated at a.cu:12".
std::string where(const Allocation& allocation, const char* address);

/// Reports that `what` at `address` of the arena touches no live allocation.
void report_outside(const char* address, std::string_view what, const void* code);

}  // namespace cuda_emulator
