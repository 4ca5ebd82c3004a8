#pragma once

#include <string_view>
#include <vector>

#include "runner/emulator/lowering/brackets.hpp"
#include "runner/emulator/lowering/token.hpp"

namespace cuda_emulator::lowering {

/// Tokens that follow one another in a program: those outside of directives, or a macro's replacement list.
struct Sequence {
  explicit Sequence(std::vector<Token> all, bool macro = false)
      : tokens(std::move(all)), brackets(match_brackets(tokens)), is_macro(macro) {}

  std::size_t size() const { return tokens.size(); }

  /// Whether the token `index` is written so; false beyond the ends, which `nowhere` is, too.
  bool is(std::size_t index, std::string_view text) const { return index < size() && tokens[index].is(text); }

  bool is_identifier(std::size_t index) const { return index < size() && tokens[index].is_identifier(); }

  /// The bracket that belongs to the one at `index`, or `nowhere`.
  std::size_t partner(std::size_t index) const { return brackets.partner[index]; }

  /// For a bracket that opens: what follows its partner; `nowhere` when it has none.
  std::size_t beyond(std::size_t open) const {
    return brackets.partner[open] == nowhere || brackets.partner[open] < open ? nowhere
                                                                              : brackets.partner[open] + 1;
  }

  bool opens(std::size_t index) const { return is(index, "(") || is(index, "[") || is(index, "{"); }
  bool closes(std::size_t index) const { return is(index, ")") || is(index, "]") || is(index, "}"); }

  std::vector<Token> tokens;
  Brackets brackets;
  bool is_macro;
};

}  // namespace cuda_emulator::lowering
