#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace kernels_tests {

inline constexpr std::uint32_t all_lights = (1U << 30) - 1;

/// The lights that `presses` toggle, button by button, as in the problem's statement.
inline std::uint32_t lights_toggled_by(std::uint32_t presses) {
  std::array<std::array<bool, 6>, 5> on{};
  const auto toggle = [&](int row, int column) {
    if (row < 0 || row >= 5 || column < 0 || column >= 6) return;
    bool& light = on[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
    light = !light;
  };
  for (int row = 0; row < 5; ++row) {
    for (int column = 0; column < 6; ++column) {
      if (!(presses >> (6 * row + column) & 1)) continue;
      toggle(row, column);
      toggle(row - 1, column);
      toggle(row + 1, column);
      toggle(row, column - 1);
      toggle(row, column + 1);
    }
  }
  std::uint32_t lights = 0;
  for (std::size_t k = 0; k < 30; ++k) lights |= static_cast<std::uint32_t>(on[k / 6][k % 6]) << k;
  return lights;
}

}  // namespace kernels_tests
