#pragma once

#include "runner/emulator/runtime/copy.hpp"

namespace cuda_emulator {

/// Whether each side of a copy lies where its call says that it lies. A finding tells which does not.
bool is_between(const RowsCopy& copy, bool to_device, bool from_device, cudaMemcpyKind kind,
                const void* code);

/// Reports bytes on the way from the device to the host that nobody has written. Those between the members of
/// structs, which nobody writes either, are no such bytes.
void report_unwritten(const RowsCopy& copy, const void* code);

}  // namespace cuda_emulator
