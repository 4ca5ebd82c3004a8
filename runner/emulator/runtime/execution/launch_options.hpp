#pragma once

#include <cstddef>

namespace cuda_emulator {

/// What a block may have of dynamic shared memory from now on. (A device keeps this for each kernel.)
void raise_shared_bytes_limit(std::size_t bytes);

std::size_t most_shared_bytes_of_block();

/// All blocks of the next grid that this host thread launches run at once.
void make_next_launch_cooperative();

}  // namespace cuda_emulator
