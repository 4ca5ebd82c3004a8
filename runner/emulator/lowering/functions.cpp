#include "runner/emulator/lowering/functions.hpp"

namespace cuda_emulator::lowering {

namespace {

Qualifiers qualifiers_of(const Token& token, const QualifierMacros& macros) {
  if (!token.is_identifier()) return {};
  if (token.is("__global__")) return {.global = true};
  if (token.is("__device__")) return {.device = true};
  if (token.is("__host__")) return {.host = true};
  const auto macro = macros.find(token.text);
  return macro == macros.end() ? Qualifiers{} : macro->second;
}

struct FunctionDeclaration {
  std::size_t body = nowhere;  // index of its '{'
  bool ends = false;           // false: the sequence ends first
};

// `y{1}` after the colon of a constructor.
bool initializes_member(const Sequence& sequence, std::size_t brace) {
  return sequence.is_identifier(brace - 1) || sequence.is(brace - 1, ">");
}

std::size_t beyond_operator_name(const Sequence& sequence, std::size_t i) {
  if (sequence.is(i, "(")) return sequence.beyond(i);
  while (i < sequence.size() && !sequence.is(i, "(")) ++i;
  return i;
}

// Looks from a qualifier on: a function's body is the first '{' behind its parameters.
FunctionDeclaration declaration_from(const Sequence& sequence, std::size_t i) {
  bool parameters = false, member_initializers = false;
  while (i < sequence.size()) {
    if (sequence.is(i, "{")) {
      if (!parameters) return {nowhere, true};
      if (!member_initializers || !initializes_member(sequence, i)) return {i, true};
    }
    if (sequence.is(i, ";") || sequence.is(i, "=") || sequence.closes(i)) return {nowhere, true};
    if (sequence.is(i, "operator")) {
      i = beyond_operator_name(sequence, i + 1);
      continue;
    }
    if (sequence.is(i, "(")) parameters = true;
    if (sequence.is(i, ":") && parameters) member_initializers = true;
    i = sequence.opens(i) ? sequence.beyond(i) : i + 1;
  }
  return {nowhere, i == nowhere};
}

}  // namespace

void Qualifiers::add(const Qualifiers& others) {
  global = global || others.global;
  device = device || others.device;
  host = host || others.host;
}

QualifierMacros qualifier_macros(std::span<const Macro> macros) {
  QualifierMacros found;
  for (const Macro& macro : macros) {
    const Sequence sequence(macro.tokens, true);
    Qualifiers qualifiers;
    for (std::size_t i = 0; i < sequence.size(); ++i) {
      const Qualifiers here = qualifiers_of(sequence.tokens[i], found);
      if (here.any() && !declaration_from(sequence, i + 1).ends) qualifiers.add(here);
    }
    if (qualifiers.any()) found[macro.name].add(qualifiers);
  }
  return found;
}

FunctionBodies function_bodies(const Sequence& sequence, const QualifierMacros& macros) {
  FunctionBodies bodies;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const Qualifiers qualifiers = qualifiers_of(sequence.tokens[i], macros);
    if (!qualifiers.any()) continue;
    const std::size_t body = declaration_from(sequence, i + 1).body;
    if (body != nowhere) bodies[body].add(qualifiers);
  }
  return bodies;
}

std::vector<bool> on_device_only(const Sequence& sequence, const FunctionBodies& bodies) {
  std::vector<bool> result(sequence.size(), false);
  // What encloses a token comes before it: its answer is there already.
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const std::size_t outer = sequence.brackets.enclosing[i];
    if (outer == nowhere) continue;
    const auto body = bodies.find(outer);
    result[i] = result[outer] || (body != bodies.end() && body->second.on_device_only());
  }
  return result;
}

}  // namespace cuda_emulator::lowering
