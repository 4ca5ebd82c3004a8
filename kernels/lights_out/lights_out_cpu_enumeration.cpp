// Enumeration of the first row.
//
// Once the presses of the rows above are fixed, a light of row r that is still on
// can only be put out from below: the presses of row r + 1 are exactly the lights
// left on in row r ("chasing the lights"). So the first row decides everything; it
// has 2^6 values, and the right one is that which leaves the last row dark too.
//
// A row is six bits of an integer, so a whole row of presses acts at once: on its own row as
// p ^ p << 1 ^ p >> 1, on the rows above and below as p.
//
// Source: the classic solution of POJ 1222 "Extended Lights Out" (ACM Greater New York 2002); the method is
// described in Jaap Scherphuis's pages on Lights Out and in most courses on enumeration.

#include <cassert>
#include <cstddef>

#include "kernels/lights_out/lights_out.hpp"

namespace kernels {
namespace {

constexpr std::uint32_t row_mask = (1U << lights_out_columns) - 1;

constexpr std::uint32_t toggled_in_own_row(std::uint32_t pressed) {
  return (pressed ^ pressed << 1 ^ pressed >> 1) & row_mask;
}

std::uint32_t solve(std::uint32_t board) {
  for (std::uint32_t first_row = 0; first_row <= row_mask; ++first_row) {
    std::uint32_t presses = 0;
    std::uint32_t above = 0;            // presses of the row above
    std::uint32_t pressed = first_row;  // presses of this row
    for (int row = 0; row < lights_out_rows; ++row) {
      const int shift = row * lights_out_columns;
      presses |= pressed << shift;
      const std::uint32_t lights = board >> shift & row_mask;
      const std::uint32_t left_on = lights ^ toggled_in_own_row(pressed) ^ above;
      above = pressed;
      pressed = left_on;
    }
    const std::uint32_t left_on_in_last_row = pressed;
    if (left_on_in_last_row == 0) return presses;
  }
  assert(false && "a 5 x 6 board has exactly one solution");
  return 0;
}

}  // namespace

void lights_out_cpu_enumeration(std::span<const std::uint32_t> boards, std::span<std::uint32_t> presses) {
  assert(boards.size() == presses.size());
  for (std::size_t k = 0; k < boards.size(); ++k) presses[k] = solve(boards[k]);
}

}  // namespace kernels
