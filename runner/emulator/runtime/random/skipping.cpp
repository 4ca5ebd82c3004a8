#include "runner/emulator/include/cuda_emulator/random/skipping.h"

#include <array>
#include <memory>

#include "runner/emulator/include/cuda_emulator/random/mrg32k3a.h"

// A step is a linear map; the maps of 1, 2, 4, ... steps are computed once, by squaring.

namespace cuda_emulator {
namespace {

/// Applies to `state` the maps of the powers of two that make up `steps`, from 2^first on.
template <class Maps, class State, class Map>
void skip(const Maps& maps, State& state, unsigned long long steps, unsigned first, Map map) {
  for (unsigned power = first; steps; steps >>= 1, ++power) {
    if (steps & 1) state = map(maps[power], state);
  }
}

// ---- XORWOW, over bits

using Register = std::array<std::uint32_t, 5>;
using BitMap = std::array<Register, 160>;  ///< where each bit goes

Register mapped(const BitMap& map, const Register& state) {
  Register result{};
  for (unsigned bit = 0; bit < 160; ++bit) {
    const std::uint32_t all = 0u - (state[bit / 32] >> bit % 32 & 1);
    for (unsigned word = 0; word < 5; ++word) result[word] ^= map[bit][word] & all;
  }
  return result;
}

constexpr unsigned bit_maps = 67 + 64;

const std::array<BitMap, bit_maps>& powers_of_xorwow() {
  static const auto& maps = []() -> std::array<BitMap, bit_maps>& {
    auto& made = *new std::array<BitMap, bit_maps>;
    for (unsigned bit = 0; bit < 160; ++bit) {
      Register v{};
      v[bit / 32] = 1u << bit % 32;
      const std::uint32_t t = v[0] ^ (v[0] >> 2);
      made[0][bit] = {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
    }
    for (unsigned power = 1; power < bit_maps; ++power) {
      for (unsigned bit = 0; bit < 160; ++bit)
        made[power][bit] = mapped(made[power - 1], made[power - 1][bit]);
    }
    return made;
  }();
  return maps;
}

// ---- MRG32k3a, over residues

using Components = std::array<std::uint64_t, 3>;
using Matrix = std::array<Components, 3>;  ///< by rows

Components mapped(const Matrix& matrix, const Components& state, std::uint64_t modulus) {
  Components result{};
  for (unsigned row = 0; row < 3; ++row) {
    for (unsigned n = 0; n < 3; ++n)
      result[row] = (result[row] + matrix[row][n] * state[n] % modulus) % modulus;
  }
  return result;
}

constexpr unsigned matrices = 127 + 64;

std::array<Matrix, matrices> powers_of(const Components& recurrence, std::uint64_t modulus) {
  std::array<Matrix, matrices> powers;
  powers[0] = {{{0, 1, 0}, {0, 0, 1}, recurrence}};
  for (unsigned power = 1; power < matrices; ++power) {
    const Matrix& half = powers[power - 1];
    for (unsigned column = 0; column < 3; ++column) {
      const Components squared = mapped(half, {half[0][column], half[1][column], half[2][column]}, modulus);
      for (unsigned row = 0; row < 3; ++row) powers[power][row][column] = squared[row];
    }
  }
  return powers;
}

void skip_part(const std::array<Matrix, matrices>& powers, std::uint64_t modulus, std::uint32_t* part,
               unsigned long long steps, unsigned first) {
  Components state = {part[0], part[1], part[2]};
  skip(powers, state, steps, first,
       [modulus](const Matrix& matrix, const Components& s) { return mapped(matrix, s, modulus); });
  for (unsigned n = 0; n < 3; ++n) part[n] = static_cast<std::uint32_t>(state[n]);
}

}  // namespace
}  // namespace cuda_emulator

using namespace cuda_emulator;

void cuda_emulator_skip_xorwow(std::uint32_t* words, unsigned long long steps, unsigned log2_of_step) {
  if (steps == 0) return;
  Register state = {words[0], words[1], words[2], words[3], words[4]};
  skip(powers_of_xorwow(), state, steps, log2_of_step,
       [](const BitMap& map, const Register& s) { return mapped(map, s); });
  for (unsigned n = 0; n < 5; ++n) words[n] = state[n];
}

void cuda_emulator_skip_mrg32k3a(std::uint32_t* components, unsigned long long steps, unsigned log2_of_step) {
  static const auto first = powers_of({mrg_modulus1 - 810728, 1403580, 0}, mrg_modulus1),
                    second = powers_of({mrg_modulus2 - 1370589, 0, 527612}, mrg_modulus2);
  skip_part(first, mrg_modulus1, components, steps, log2_of_step);
  skip_part(second, mrg_modulus2, components + 3, steps, log2_of_step);
}
