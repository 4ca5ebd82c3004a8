#include "runner/emulator/runtime/memory/texel.hpp"

#include <algorithm>
#include <cstring>

#include "runner/emulator/include/cuda_fp16.h"
#include "runner/emulator/runtime/memory/array.hpp"

namespace cuda_emulator {
namespace {

template <class T>
T load(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

float as_float(const char* from, int bits) {
  return bits == 16 ? static_cast<float>(load<__half>(from)) : load<float>(from);
}

std::int32_t as_signed(const char* from, int bits) {
  return bits == 8    ? load<std::int8_t>(from)
         : bits == 16 ? load<std::int16_t>(from)
                      : load<std::int32_t>(from);
}

std::uint32_t as_unsigned(const char* from, int bits) {
  return bits == 8    ? load<std::uint8_t>(from)
         : bits == 16 ? load<std::uint16_t>(from)
                      : load<std::uint32_t>(from);
}

}  // namespace

const char* texel_address(const TexelGrid& grid, long x, long y, long z) {
  const std::size_t row = static_cast<std::size_t>(z) * grid.height + static_cast<std::size_t>(y);
  return grid.data + row * grid.pitch + static_cast<std::size_t>(x) * element_bytes(grid.desc);
}

Texel read_texel(const TexelGrid& grid, long x, long y, long z, bool as_floats, const float border[4]) {
  Texel texel{};
  const int bits[4] = {grid.desc.x, grid.desc.y, grid.desc.z, grid.desc.w};
  const bool outside = x < 0 || y < 0 || z < 0;
  const char* at = outside ? grid.data : texel_address(grid, x, y, z);
  for (int n = 0; n < 4 && bits[n]; at += bits[n] / 8, ++n) {
    auto& component = texel.component[n];
    if (outside) {
      component.f = border[n];
    } else if (grid.desc.f == cudaChannelFormatKindFloat) {
      component.f = as_float(at, bits[n]);
    } else if (grid.desc.f == cudaChannelFormatKindSigned) {
      component.i = as_signed(at, bits[n]);
      if (as_floats)
        component.f =
            std::max(static_cast<float>(component.i) / static_cast<float>((1 << (bits[n] - 1)) - 1), -1.0f);
    } else {
      component.u = as_unsigned(at, bits[n]);
      if (as_floats) component.f = static_cast<float>(component.u) / static_cast<float>((1u << bits[n]) - 1);
    }
  }
  return texel;
}

}  // namespace cuda_emulator
