#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "runner/emulator/lowering/edits.hpp"
#include "runner/emulator/lowering/sequence.hpp"

namespace cuda_emulator::lowering {

/// `callee<<<configuration>>>(arguments)`, by the indices of tokens.
struct Launch {
  std::size_t callee = nowhere;  ///< its first token
  std::size_t open = nowhere;    ///< the `<<<`
  std::size_t close = nowhere;   ///< the first '>' of the `>>>`
};

/// The launches whose ends are there.
std::vector<Launch> launches(const Sequence& sequence);

/// `kernel<T><<<grid, block>>>(arguments)` becomes `configure(grid, block) ? void() : kernel<T>(arguments)`:
/// the call stays a call, and C++ itself finds the overload, deduces and converts. A launch of which an end
/// is missing is left to the compiler. Of those that are `faulty`, by their `<<<`, the call alone stays.
void lower_launches(const Sequence& sequence, const std::vector<bool>& on_device_only,
                    const std::set<std::size_t>& faulty, std::vector<Edit>& edits);

}  // namespace cuda_emulator::lowering
