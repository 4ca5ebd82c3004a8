#pragma once

#include "kernels/common/gpu.hpp"

namespace kernels {

/// Whether a thread may leave out its arithmetic, as all of what it computes is `outside` of the result.
/// Never on a GPU, where it goes along with the others of its warp. Threads of the emulated one take turns:
/// in a tile with one element inside, all the others would take a thousand times as long as that one.
__device__ inline bool is_idle(bool outside) {
  return gpu_is_emulated && outside;
}

}  // namespace kernels
