#pragma once

#include <cstddef>

#include "runner/emulator/include/driver_types.h"

namespace cuda_emulator {

/// The values between `<<<` and `>>>`.
struct LaunchShape {
  dim3 grid, block;
  std::size_t shared_bytes;
  cudaStream_t stream;
  const void* site = nullptr;  ///< the location of the launch

  LaunchShape(dim3 grid_extent, dim3 block_extent, std::size_t dynamic_shared_bytes = 0,
              cudaStream_t in_stream = nullptr)
      : grid(grid_extent), block(block_extent), shared_bytes(dynamic_shared_bytes), stream(in_stream) {}
};

}  // namespace cuda_emulator
