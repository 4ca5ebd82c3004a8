#pragma once

#include <cstddef>
#include <set>
#include <string_view>

#include "runner/emulator/lowering/sequence.hpp"

namespace cuda_emulator::lowering {

/// The names of variables of the host that device code cannot use: `int n;` and `static float x = 1;` at the
/// scope of the file or a namespace, by the indices of their tokens. Only those whose declarations are
/// understood word by word.
std::set<std::size_t> host_variables(const Sequence& sequence, const std::set<std::string_view>& macros);

}  // namespace cuda_emulator::lowering
