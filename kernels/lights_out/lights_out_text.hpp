#pragma once

// Boards between text and GPU: packed from the numbers of a text, and printed as the answer of the problem.

#include <cstdint>
#include <span>

#include "kernels/common/gpu.hpp"
#include "kernels/lights_out/lights_out.hpp"
#include "kernels/text/text_items.hpp"

namespace kernels {

/// boards[k] receives the lights of board k, packed as LightsOutFunction says, from lights[30 * k] on, each 0 or 1. Device
/// memory, work for `stream`. Without CUDA, it does nothing.
void pack_lights(std::span<const std::int32_t> lights, std::span<std::uint32_t> boards, GpuStream stream);

/// The answer for boards in device memory, which must remain there: "PUZZLE #1", counted from 1, and five lines of six
/// buttons for each. Without CUDA, there are none.
TextItems lights_out_text(std::span<const std::uint32_t> presses);

}  // namespace kernels
