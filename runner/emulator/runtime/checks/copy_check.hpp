#pragma once

#include "runner/emulator/include/driver_types.h"
#include "runner/emulator/runtime/memory/rows_copy.hpp"

namespace cuda_emulator {

/// Whether each side of a copy is in the memory that the call states. A finding reports a side that is not.
bool is_between(const RowsCopy& copy, bool to_device, bool from_device, cudaMemcpyKind kind,
                const void* code);

/// Reports bytes copied from the device to the host that were never written. Padding between members of
/// structs, which is never written either, is not reported.
void report_unwritten(const RowsCopy& copy, const void* code);

/// Records whether a launch was refused. After a refusal, only that is reported, not what it was meant to
/// write.
void note_launch(bool is_refused);

}  // namespace cuda_emulator
