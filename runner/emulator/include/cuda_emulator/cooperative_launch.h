/// Grids whose blocks all run at the same time.
#pragma once

#include "qualifiers.h"

namespace cuda_emulator {

/// Waits for all threads of the grid.
__device__ void synchronise_grid();
__device__ bool is_cooperative_grid();

}  // namespace cuda_emulator
