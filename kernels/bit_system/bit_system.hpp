#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/common/gpu.hpp"
#include "kernels/common/matrix_view.hpp"
#include "kernels/common/variant.hpp"

namespace kernels {

/// The number of 32-bit words in a row of a system of n equations: n coefficients and the right side.
constexpr std::size_t bit_system_words(std::size_t n) {
  return n / 32 + 1;
}

struct BitSystemOutcome {
  std::uint32_t rank = 0;
  std::uint32_t solvable = 0;  ///< 1 or 0

  bool operator==(const BitSystemOutcome&) const = default;
};

/// Solves n linear equations in n unknowns over GF(2) by elimination, as a dense system.
///
/// Row r of `system` is an equation: bit k % 32 of word k / 32 is the coefficient of unknown k, and bit n the
/// right side; higher bits may be anything. `solution`, n / 32 + 1 words, receives the values of the unknowns
/// in the same places and 0 above; those that the equations leave free are 0, by columns from the left: an
/// unknown is free when its column depends on those before. All 0 where there is no solution. `system` is
/// destroyed. Precondition: `system.columns` is bit_system_words(n).
using BitSystemFunction = BitSystemOutcome(MatrixView<std::uint32_t> system,
                                           std::span<std::uint32_t> solution);

/// A variant on device memory: enqueues work on `stream` without waiting for it (except that gpu-banded waits
/// for its first pass); `outcome` is one element. Rows start at multiples of 16 words, from an address
/// aligned to 64 bytes, and `system.stride` reflects that. Throws GpuError if the work cannot be started.
using BitSystemDeviceFunction = void(MatrixView<std::uint32_t> system, std::span<std::uint32_t> solution,
                                     std::span<BitSystemOutcome> outcome, GpuStream stream);
using BitSystemVariant = Variant<BitSystemFunction, BitSystemDeviceFunction>;

inline constexpr std::string_view bit_system_size_unit = "unknowns";
/// A row's stride in device memory must be a multiple of this many words.
inline constexpr std::size_t bit_system_alignment = 16;

/// Every technique; the first is the reference.
std::span<const BitSystemVariant> bit_system_variants();

/// The system for a board of side x side lights that are all on, which finds the buttons that turn them off.
/// Row k of `system`, of side^2 rows, has the buttons that toggle light k.
void fill_lights_out_system(std::size_t side, MatrixView<std::uint32_t> system);

}  // namespace kernels
