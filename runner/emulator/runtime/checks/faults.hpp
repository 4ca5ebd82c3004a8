#pragma once

namespace cuda_emulator {

/// Catches memory access faults from now on: mistakes of a kernel in code without hooks, a full thread stack,
/// and host code that touches device memory.
void catch_faults();

}  // namespace cuda_emulator
