#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "runner/emulator/lowering/errors.hpp"
#include "runner/emulator/lowering/lexer.hpp"
#include "runner/emulator/lowering/sequence.hpp"

namespace cuda_emulator::lowering {

/// Launches with too few or too many arguments between `<<<` and `>>>`, or with the kernel's arguments before
/// them. What a macro may mend is let through. Adds the faulty ones to `faulty`, by their `<<<`.
void check_launches(const Sequence& program, const LexedSource& source, std::set<std::size_t>& faulty,
                    std::vector<Error>& errors);

}  // namespace cuda_emulator::lowering
