/// Results that kernels write and nobody looks at, as of a program that forgets to copy them to the host.
#pragma once

#include <cstddef>

#include "runner/emulator/runtime/memory/allocations.hpp"

namespace cuda_emulator {

/// What lies there was copied to the host.
void note_copied_to_host(const void* from, std::size_t bytes);

/// What lies there was copied to other device memory, which holds it unread.
void note_copied_on_device(void* to, const void* from, std::size_t bytes);

/// What lies in the memory that holds `address` is used in a way that no hook sees, from now on.
void note_used_unseen(const void* address);

/// A copy of what lies there failed, and has a finding, which explains what is unread.
void note_failed_copy(const void* from);

/// This memory is about to be freed.
void look_for_unread_results(const Allocation& memory);

/// The program ends.
void report_unread_result();

}  // namespace cuda_emulator
