#include "runner/emulator/lowering/lower.hpp"

#include <vector>

#include "runner/emulator/lowering/edits.hpp"
#include "runner/emulator/lowering/functions.hpp"
#include "runner/emulator/lowering/inline_assembly.hpp"
#include "runner/emulator/lowering/kernel_casts.hpp"
#include "runner/emulator/lowering/kernels.hpp"
#include "runner/emulator/lowering/launches.hpp"
#include "runner/emulator/lowering/lexer.hpp"
#include "runner/emulator/lowering/shared_memory.hpp"
#include "runner/emulator/lowering/static_shared_memory.hpp"

namespace cuda_emulator::lowering {

namespace {

void lower_sequence(const Sequence& sequence, const QualifierMacros& macros, std::vector<Edit>& edits) {
  const auto bodies = function_bodies(sequence, macros);
  const std::vector<bool> on_device = on_device_only(sequence, bodies);
  lower_kernels(sequence, bodies, edits);
  lower_launches(sequence, on_device, edits);
  lower_shared_memory(sequence, bodies, edits);
  lower_static_shared_memory(sequence, edits);
  refuse_inline_ptx(sequence, on_device, edits);
  remove_kernel_casts(sequence, edits);
}

// Where a line may be broken: before tokens outside of directives and of what may be a macro's arguments.
std::vector<std::size_t> breaks(const Sequence& sequence) {
  std::vector<std::size_t> offsets;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const bool directive = sequence.tokens[i].kind == TokenKind::conditional;
    if (!directive && sequence.brackets.round_depth[i] == 0) offsets.push_back(sequence.tokens[i].begin);
  }
  return offsets;
}

}  // namespace

std::string lower(std::string_view source, std::string_view name) {
  const LexedSource lexed = lex(source);
  const QualifierMacros macros = qualifier_macros(lexed.macros);
  std::vector<Edit> edits;
  for (const Macro& macro : lexed.macros) lower_sequence(Sequence(macro.tokens, true), macros, edits);
  const Sequence program(lexed.tokens);
  lower_sequence(program, macros, edits);
  return apply(source, name, std::move(edits), breaks(program));
}

}  // namespace cuda_emulator::lowering
