#include "runner/emulator/lowering/lower.hpp"

#include <set>
#include <utility>
#include <vector>

#include "runner/emulator/lowering/balance.hpp"
#include "runner/emulator/lowering/edits.hpp"
#include "runner/emulator/lowering/errors.hpp"
#include "runner/emulator/lowering/execution_spaces.hpp"
#include "runner/emulator/lowering/functions.hpp"
#include "runner/emulator/lowering/inline_assembly.hpp"
#include "runner/emulator/lowering/kernel_casts.hpp"
#include "runner/emulator/lowering/kernels.hpp"
#include "runner/emulator/lowering/launch_syntax.hpp"
#include "runner/emulator/lowering/launches.hpp"
#include "runner/emulator/lowering/lexer.hpp"
#include "runner/emulator/lowering/shared_memory.hpp"
#include "runner/emulator/lowering/static_shared_memory.hpp"

namespace cuda_emulator::lowering {

namespace {

void lower_sequence(const Sequence& sequence, const FunctionBodies& bodies,
                    const std::set<std::size_t>& faulty_launches, std::vector<Edit>& edits) {
  const std::vector<bool> on_device = on_device_only(sequence, bodies);
  lower_kernels(sequence, bodies, edits);
  lower_launches(sequence, on_device, faulty_launches, edits);
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

void check(const Sequence& program, const LexedSource& source, FunctionBodies& bodies,
           std::set<std::size_t>& faulty_launches, std::vector<Error>& errors) {
  std::set<std::string_view> macros;
  for (const Macro& macro : source.macros) macros.insert(macro.name);
  const FreeFunctions functions = free_functions(program, macros);
  check_results(program, functions, bodies, errors);
  check_launches(program, source, faulty_launches, errors);
  check_execution_spaces(program, functions, source, faulty_launches, errors);
}

}  // namespace

std::string lower(std::string_view source, std::string_view name) {
  const LexedSource lexed = lex(source);
  const QualifierMacros macros = qualifier_macros(lexed.macros);
  std::vector<Edit> edits;
  for (const Macro& macro : lexed.macros) {
    const Sequence sequence(macro.tokens, true);
    lower_sequence(sequence, function_bodies(sequence, macros), {}, edits);
  }
  const Sequence program(lexed.tokens);
  FunctionBodies bodies = function_bodies(program, macros);
  const bool unbalanced = is_unbalanced(lexed);
  std::vector<Error> errors;
  std::set<std::size_t> faulty_launches;
  if (!unbalanced) check(program, lexed, bodies, faulty_launches, errors);
  lower_sequence(program, bodies, faulty_launches, edits);
  if (unbalanced) std::erase_if(edits, [](const Edit& edit) { return edit.refuses; });
  return directives(source, name, std::move(errors)) + apply(source, name, std::move(edits), breaks(program));
}

}  // namespace cuda_emulator::lowering
