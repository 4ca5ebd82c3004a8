/// Finds results that kernels write and nothing reads, as in a program that forgets to copy them to the host.
#pragma once

#include <cstddef>

#include "runner/emulator/runtime/memory/allocations.hpp"

namespace cuda_emulator {

/// Records that this memory was copied to the host.
void note_copied_to_host(const void* from, std::size_t bytes);

/// Records that this memory was copied to other device memory, where it is still unread.
void note_copied_on_device(void* to, const void* from, std::size_t bytes);

/// Records that the allocation at `address` is from now on used in a way that no hook sees.
void note_used_unseen(const void* address);

/// Records that a copy of this memory failed and has a finding, which explains unread results.
void note_failed_copy(const void* from);

/// Called when this memory is about to be freed.
void look_for_unread_results(const Allocation& memory);

/// The program ends.
void report_unread_result();

}  // namespace cuda_emulator
