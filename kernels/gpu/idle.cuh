#pragma once

#include "kernels/common/gpu.hpp"

namespace kernels {

/// Whether a thread may skip its arithmetic because everything it computes is `outside` the result. Never
/// true on a GPU, where the thread runs along with the rest of its warp. Threads of the emulated GPU take
/// turns: in a tile with one element inside, all the others would take a thousand times as long as that one.
__device__ inline bool is_idle(bool outside) {
  return gpu_is_emulated && outside;
}

}  // namespace kernels
