#pragma once

#include <map>
#include <vector>

#include "runner/emulator/lowering/edits.hpp"
#include "runner/emulator/lowering/errors.hpp"
#include "runner/emulator/lowering/free_functions.hpp"
#include "runner/emulator/lowering/functions.hpp"

namespace cuda_emulator::lowering {

/// `__global__ void k(P p) { ... }` becomes `__global__ void k(P p) { return
/// run(name, [=]() mutable { ... }); }`: a call with a configuration runs
/// the body once a CUDA thread, each with its own copy of the arguments.
void lower_kernels(const Sequence& sequence, const FunctionBodies& bodies, std::vector<Edit>& edits);

/// Kernels that return a number. Their bodies are left as they are: taken out of `bodies`.
void check_results(const Sequence& sequence, const FreeFunctions& functions, FunctionBodies& bodies,
                   std::vector<Error>& errors);

}  // namespace cuda_emulator::lowering
