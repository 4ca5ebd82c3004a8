/// Grids whose blocks all run at once.
#pragma once

namespace cuda_emulator {

/// Waits for all threads of the grid.
void synchronise_grid();
bool is_cooperative_grid();

}  // namespace cuda_emulator
