#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/both_sides.hpp"
#include "kernels/matmul/hopper/residues.hpp"

namespace kernels::hopper {

/// Lines of residues in device memory, a plane of them for each modulus.
struct ResiduePlanes {
  std::uint8_t* data;
  std::size_t pitch, lines;

  WARP_JUDGE_BOTH_SIDES std::uint8_t* line(int modulus, std::size_t index) const {
    return data + static_cast<std::size_t>(modulus) * bytes_of_one() + index * pitch;
  }
  WARP_JUDGE_BOTH_SIDES std::size_t bytes_of_one() const { return lines * pitch; }
  std::size_t bytes() const { return modulus_count * bytes_of_one(); }
};

/// Columns of the product that are in order as a whole only: so many of b's lines change places.
constexpr std::size_t line_group = 64;

/// Where the residues of b's column are among b's lines. A thread of the tensor cores' product has pairs of
/// columns, 8 apart; in these places the pairs of 64 columns become 16 neighbours, which it stores at once.
WARP_JUDGE_BOTH_SIDES inline std::size_t line_of_column(std::size_t column) {
  const std::size_t inside = column % line_group;
  return column - inside + inside % 16 / 2 * 8 + inside / 16 * 2 + inside % 2;
}

}  // namespace kernels::hopper
