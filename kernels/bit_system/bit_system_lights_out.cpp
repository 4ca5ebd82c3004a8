#include <algorithm>

#include "kernels/bit_system/bit_system.hpp"

namespace kernels {

void fill_lights_out_system(std::size_t side, MatrixView<std::uint32_t> system) {
  const auto set = [&](std::size_t row, std::size_t column) {
    system.at(row, column / 32) |= 1U << column % 32;
  };
  for (std::size_t light = 0; light < side * side; ++light) {
    std::ranges::fill(system.row(light), 0U);
    const std::size_t row = light / side, column = light % side;
    set(light, light);
    if (row > 0) set(light, light - side);
    if (row + 1 < side) set(light, light + side);
    if (column > 0) set(light, light - 1);
    if (column + 1 < side) set(light, light + 1);
    set(light, side * side);
  }
}

}  // namespace kernels
