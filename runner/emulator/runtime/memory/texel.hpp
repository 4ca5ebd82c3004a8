#pragma once

#include <cstddef>

#include "runner/emulator/include/cuda_emulator/textures.h"

namespace cuda_emulator {

/// Elements in memory, as a texture sees them.
struct TexelGrid {
  const char* data;
  cudaChannelFormatDesc desc;
  std::size_t width, height, depth, pitch;
};

const char* texel_address(const TexelGrid& grid, long x, long y, long z);

/// The texel at (x, y, z), or the border colour if one of these is -1. With `as_floats`, integers are scaled
/// to [0, 1] or [-1, 1].
Texel read_texel(const TexelGrid& grid, long x, long y, long z, bool as_floats, const float border[4]);

}  // namespace cuda_emulator
