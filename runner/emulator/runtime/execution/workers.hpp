#pragma once

#include "runner/emulator/runtime/execution/worker.hpp"

namespace cuda_emulator {

/// How many OS threads run blocks: the cores that this process may use.
unsigned worker_count();

/// Runs all blocks of `launch` on this OS thread and, when there are several, on its helpers. One at a time.
void run_on_workers(Launch& launch);

/// Runs all blocks of `launch` at once, each on an OS
/// thread of its own, so that they can wait for each other.
void run_at_once(Launch& launch);

}  // namespace cuda_emulator
