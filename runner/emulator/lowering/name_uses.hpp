#pragma once

#include <cstddef>
#include <set>
#include <string_view>

#include "runner/emulator/lowering/sequence.hpp"

namespace cuda_emulator::lowering {

/// Whether an identifier at a token may declare something of its name, or use it without calling it: true
/// wherever that is in doubt.
bool may_declare(const Sequence& sequence, std::size_t i);

/// The same for a variable, by what stands before the identifier.
bool may_declare_variable(const Sequence& sequence, std::size_t i);

/// Whether the value of a variable at a token may be thrown away: `n;`, `(void)n;`, `(n, m)`.
bool may_be_discarded(const Sequence& sequence, std::size_t i);

/// Whether what stands at a token is surely evaluated by the function with this body: between them are
/// blocks, conditions and the arguments of calls, and no lambda, class, `sizeof` or macro.
bool is_evaluated_in(const Sequence& sequence, std::size_t body, std::size_t i,
                     const std::set<std::string_view>& macros);

}  // namespace cuda_emulator::lowering
