#include "runner/emulator/lowering/host_variables.hpp"

#include <vector>

#include "runner/emulator/lowering/free_functions.hpp"
#include "runner/emulator/lowering/shared_names.hpp"

namespace cuda_emulator::lowering {

namespace {

using Words = std::set<std::string_view>;

const Words number_types = {"bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned"};

// Before an #if, and what it may hold, stands the end of a declaration, too.
bool begins_declaration(const Sequence& sequence, std::size_t i) {
  while (i > 0 && sequence.tokens[i - 1].kind == TokenKind::conditional) --i;
  return i == 0 || sequence.is(i - 1, ";") || sequence.is(i - 1, "}") || sequence.is(i - 1, "{");
}

bool is_plain_number_type(const Sequence& sequence, std::size_t i, const Words& macros) {
  return sequence.is_identifier(i) && number_types.contains(sequence.tokens[i].text) &&
         !macros.contains(sequence.tokens[i].text);
}

}  // namespace

std::set<std::size_t> host_variables(const Sequence& sequence, const Words& macros) {
  std::set<std::size_t> found;
  const std::vector<bool> conditional = in_conditional(sequence);
  for (std::size_t begin = 0; begin < sequence.size(); ++begin) {
    if (conditional[begin] || !begins_declaration(sequence, begin)) continue;
    std::size_t i = sequence.is(begin, "static") ? begin + 1 : begin;
    if (!is_plain_number_type(sequence, i, macros) || !outside_of_functions(sequence, begin)) continue;
    while (is_plain_number_type(sequence, i, macros)) ++i;
    if (!sequence.is_identifier(i)) continue;
    if (sequence.is(i + 1, ";") || sequence.is(i + 1, "=")) found.insert(i);
  }
  return found;
}

}  // namespace cuda_emulator::lowering
