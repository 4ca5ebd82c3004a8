#pragma once

#include "runner/emulator/include/driver_types.h"
#include "runner/emulator/runtime/memory/rows_copy.hpp"

namespace cuda_emulator {

/// Whether each side of a copy is where its call says it is. A finding reports which is not.
bool is_between(const RowsCopy& copy, bool to_device, bool from_device, cudaMemcpyKind kind,
                const void* code);

/// Reports bytes copied from the device to the host that were never written. Padding between the members of
/// structs, which is never written either, is not reported.
void report_unwritten(const RowsCopy& copy, const void* code);

/// A launch was refused, or not: of what it was to write only that is reported.
void note_launch(bool is_refused);

}  // namespace cuda_emulator
