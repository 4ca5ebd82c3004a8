#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/common/gpu.hpp"
#include "kernels/common/variant.hpp"

namespace kernels {

inline constexpr int lights_out_rows = 5;
inline constexpr int lights_out_columns = 6;

/// Solves the extended "lights out" puzzle (POJ 1222): pressing a button of a 5 x 6 board toggles its own
/// light and the lights above, below, left and right of it.
///
/// `boards[k]` has bit `6 * row + column` set where a light is on, and bits 30 and
/// 31 clear. `presses[k]` receives, in the same layout, the buttons to press so
/// that every light goes out. On a 5 x 6 board every board has exactly one such
/// set. Precondition: both spans have the same length; they may be the same memory.
using LightsOutFunction = void(std::span<const std::uint32_t> boards, std::span<std::uint32_t> presses);

/// A variant on device memory: enqueues work on `stream` without waiting for it. Throws GpuError if it cannot
/// be started.
using LightsOutDeviceFunction = void(std::span<const std::uint32_t> boards, std::span<std::uint32_t> presses,
                                     GpuStream stream);
using LightsOutVariant = Variant<LightsOutFunction, LightsOutDeviceFunction>;

inline constexpr std::string_view lights_out_size_unit = "boards";

/// Every technique; the first is the reference.
std::span<const LightsOutVariant> lights_out_variants();

}  // namespace kernels
