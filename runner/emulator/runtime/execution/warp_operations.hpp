#pragma once

#include <cstdint>

#include "runner/emulator/runtime/execution/thread.hpp"
#include "runner/emulator/runtime/execution/warp.hpp"

namespace cuda_emulator {

/// Gives each of the `arrived` lanes its `result`, from the values and parameters of all of them.
void run_operation(WarpOperation operation, std::uint32_t arrived, Thread* lanes);

}  // namespace cuda_emulator
