#pragma once

#include "runner/emulator/runtime/execution/worker.hpp"

namespace cuda_emulator {

/// The number of OS threads that run blocks: the cores that this process may use.
unsigned worker_count();

/// Runs all blocks of `launch` on this OS thread and, if there are several, on its helpers. One launch at a
/// time.
void run_on_workers(Launch& launch);

/// Runs all blocks of `launch` at once, each on its own OS thread, so that they can wait for each other.
void run_at_once(Launch& launch);

}  // namespace cuda_emulator
