#pragma once

#include <cstddef>
#include <set>
#include <string_view>

#include "runner/emulator/lowering/sequence.hpp"

namespace cuda_emulator::lowering {

/// Whether an identifier at a token may declare something of its name, or use it without calling it: true
/// wherever that is in doubt.
bool may_declare(const Sequence& sequence, std::size_t i);

/// Whether what stands at a token is surely evaluated by the function with this body: between them are
/// blocks, conditions and the arguments of calls, and no lambda, class, `sizeof` or macro.
bool is_evaluated_in(const Sequence& sequence, std::size_t body, std::size_t i,
                     const std::set<std::string_view>& macros);

}  // namespace cuda_emulator::lowering
