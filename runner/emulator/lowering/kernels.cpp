#include "runner/emulator/lowering/kernels.hpp"

#include <set>
#include <string>

#include "runner/emulator/lowering/refusal.hpp"

namespace cuda_emulator::lowering {

namespace {

constexpr std::string_view torn =
    "the body of this kernel begins in one branch of an #if, or in one macro, and ends elsewhere: the "
    "emulated device "
    "needs both ends in one place";

// Branches of an #if may each begin a body that ends in one place, if each begins a kernel.
std::set<std::size_t> torn_bodies(const Sequence& sequence, const std::set<std::size_t>& kernels) {
  std::set<std::size_t> found;
  for (const std::size_t body : kernels) {
    if (sequence.partner(body) == nowhere) found.insert(body);
  }
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const std::size_t twin = sequence.brackets.twin[i];
    if (twin == nowhere || kernels.contains(i) == kernels.contains(twin)) continue;
    found.insert(kernels.contains(i) ? i : twin);
  }
  return found;
}

}  // namespace

void lower_kernels(const Sequence& sequence, const FunctionBodies& bodies, std::vector<Edit>& edits) {
  std::set<std::size_t> kernels;
  for (const auto& [body, qualifiers] : bodies) {
    if (qualifiers.global) kernels.insert(body);
  }
  for (const std::size_t body : torn_bodies(sequence, kernels)) {
    kernels.erase(body);
    edits.push_back(refusal(sequence.tokens[body].begin, torn));
  }
  for (const std::size_t body : kernels) {
    const std::size_t begin = sequence.tokens[body].end();
    edits.push_back({{begin, begin}, " return ::cuda_emulator::run(__PRETTY_FUNCTION__, [=]() mutable {"});
  }
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (!sequence.is(i, "}") || sequence.partner(i) == nowhere || !kernels.contains(sequence.partner(i)))
      continue;
    const std::size_t begin = sequence.tokens[i].begin, end = sequence.tokens[i].end();
    edits.push_back({{begin, begin}, " ::cuda_emulator::reach_end();"});
    edits.push_back({{end, end}, "); }"});
  }
}

void check_results(const Sequence& sequence, const FreeFunctions& functions, FunctionBodies& bodies,
                   std::vector<Error>& errors) {
  for (const FreeFunction& function : functions.all) {
    if (function.space != ExecutionSpace::global || !function.returns_number) continue;
    const Token& name = sequence.tokens[function.name];
    errors.push_back(
        {name.begin, "a __global__ function must return void: __global__ void " + std::string(name.text)});
    bodies.erase(function.body);
  }
}

}  // namespace cuda_emulator::lowering
