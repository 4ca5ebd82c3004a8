#pragma once

namespace cuda_emulator {

/// Catches faults of memory access from now on: what a kernel does wrong in code that has no hooks, the end
/// of a thread's stack, and device memory that host code touches.
void catch_faults();

}  // namespace cuda_emulator
