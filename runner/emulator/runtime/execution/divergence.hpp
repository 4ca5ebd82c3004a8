#pragma once

#include <cstdint>

#include "runner/emulator/runtime/execution/thread.hpp"
#include "runner/emulator/runtime/execution/warp.hpp"

namespace cuda_emulator {

// Reports threads that should reach the same place and do not. The places are return addresses of calls.

/// Some threads of the block have reached the end of the kernel; `others` wait at `site` or will. (Threads
/// that left the kernel by `return` are not waited for: CUDA C++ Programming Guide, "Independent Thread
/// Scheduling": a barrier succeeds when all non-exited threads of the block have reached it.)
void report_barrier_gone_around(const void* site, unsigned others);

/// Threads of a block wait at barriers on different lines. (A compiler may make two calls of one.)
void report_different_barriers(const void* one, const void* other);

/// No thread can run, and the lanes in `pending` have not arrived. `first_lane` is the first thread of the
/// warp.
void report_incomplete_warp_operation(const Thread& first_lane, const PendingOperation& pending,
                                      const Warp& warp);

/// A lane takes part that the mask does not name.
void report_outside_of_mask(const void* site, std::uint32_t mask);

/// A matrix operation, which needs the whole warp, was performed by the lanes `arrived` alone.
void report_part_of_a_warp(const void* site, std::uint32_t arrived);

}  // namespace cuda_emulator
