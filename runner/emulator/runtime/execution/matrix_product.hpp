#pragma once

#include <cstdint>

#include "runner/emulator/runtime/execution/thread.hpp"

namespace cuda_emulator {

/// Multiplies the parts of two matrices that the `arrived` lanes hold, and gives each lane its part of the
/// product. Elements of other lanes count as 0.
void multiply_matrices(std::uint32_t arrived, Thread* lanes);

}  // namespace cuda_emulator
