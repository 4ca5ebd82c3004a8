// The inverse linear map, by table look-up.
//
// Toggling is addition over GF(2), so pressing the set x of buttons changes the lights by A x, where A is a
// symmetric 30 x 30 matrix with a one for every (button, light it toggles). For 5 x 6 the matrix is
// invertible: the presses that put out a board b are A^-1 b, one fixed linear map for all boards. A linear
// map of 30 bits is the sum of its values on three groups of 10 bits, each of which is a table of 1024 words:
// three look-ups a board, from 12 KiB that stay in the level-1 cache.
//
// The compiler inverts the matrix (see inverse_matrix.hpp) and fills the tables.
//
// Sources: M. Anderson and T. Feil, "Turning Lights Out with Linear Algebra", Mathematics Magazine 71 (1998);
// the grouping into tables is the "method of four Russians" (Arlazarov, Dinic, Kronrod, Faradzev 1970).

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>

#include "kernels/lights_out/inverse_matrix.hpp"
#include "kernels/lights_out/lights_out.hpp"

namespace kernels {
namespace {

constexpr int group_bits = 10;
constexpr int groups = lights_out_lights / group_bits;
constexpr std::uint32_t group_mask = (1U << group_bits) - 1;
static_assert(groups * group_bits == lights_out_lights);

using Tables = std::array<std::array<std::uint32_t, group_mask + 1>, groups>;

/// `tables[g][bits]`: the presses for the board that has `bits` in group g and no other light on.
constexpr Tables presses_of_groups() {
  constexpr LightsOutMatrix presses_of_light = lights_out_inverse();
  Tables tables{};
  for (std::size_t group = 0; group < groups; ++group) {
    for (std::uint32_t bits = 1; bits <= group_mask; ++bits) {
      const std::uint32_t without_lowest = bits & (bits - 1);
      const auto lowest = static_cast<std::size_t>(std::countr_zero(bits));
      tables[group][bits] =
          tables[group][without_lowest] ^ presses_of_light.word[group * group_bits + lowest];
    }
  }
  return tables;
}

constexpr Tables tables = presses_of_groups();

}  // namespace

void lights_out_cpu_linear_map(std::span<const std::uint32_t> boards, std::span<std::uint32_t> presses) {
  assert(boards.size() == presses.size());
  for (std::size_t k = 0; k < boards.size(); ++k) {
    const std::uint32_t board = boards[k];
    presses[k] = tables[0][board & group_mask] ^ tables[1][board >> group_bits & group_mask] ^
                 tables[2][board >> 2 * group_bits & group_mask];
  }
}

}  // namespace kernels
