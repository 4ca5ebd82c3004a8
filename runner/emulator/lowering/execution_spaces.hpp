#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "runner/emulator/lowering/errors.hpp"
#include "runner/emulator/lowering/free_functions.hpp"
#include "runner/emulator/lowering/lexer.hpp"

namespace cuda_emulator::lowering {

/// Calls that no CUDA compiler takes: of a host function in device code and the other way round, of a kernel
/// without a launch, host variables in device code, and launches of what is no kernel. Only what is beyond
/// doubt: each name must mean functions of one space alone, declared in the source word by word, and the
/// caller must surely be compiled. Adds the launches among them to `faulty_launches`, by their `<<<`.
void check_execution_spaces(const Sequence& program, const FreeFunctions& functions,
                            const LexedSource& source, std::set<std::size_t>& faulty_launches,
                            std::vector<Error>& errors);

}  // namespace cuda_emulator::lowering
