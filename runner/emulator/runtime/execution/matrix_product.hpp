#pragma once

#include <cstdint>

#include "runner/emulator/runtime/execution/thread.hpp"

namespace cuda_emulator {

/// Multiplies what the `arrived` lanes hold of two matrices, and gives each its part of the product. Elements of lanes
/// that have not come are 0.
void multiply_matrices(std::uint32_t arrived, Thread* lanes);

}  // namespace cuda_emulator
