#pragma once

#include "kernels/lights_out/lights_out.hpp"

namespace kernels {

/// The consequences of the first row's presses: all presses, and the lights that they leave on in the last
/// row.
struct LightsOutChase {
  std::uint32_t presses, left_on;
};

/// A light that the rows above leave on can only be turned off from below, so the lights left on in a row are
/// the presses of the next.
__device__ inline LightsOutChase chase_lights(std::uint32_t board, std::uint32_t first_row) {
  constexpr std::uint32_t row_mask = (1U << lights_out_columns) - 1;
  std::uint32_t presses = 0, above = 0, pressed = first_row;
#pragma unroll
  for (int row = 0; row < lights_out_rows; ++row) {
    const int shift = row * lights_out_columns;
    presses |= pressed << shift;
    const std::uint32_t left_on = (board >> shift ^ pressed ^ pressed << 1 ^ pressed >> 1 ^ above) & row_mask;
    above = pressed;
    pressed = left_on;
  }
  return {presses, pressed};
}

}  // namespace kernels
