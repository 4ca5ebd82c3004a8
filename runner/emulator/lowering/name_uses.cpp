#include "runner/emulator/lowering/name_uses.hpp"

#include <algorithm>
#include <cctype>

#include "runner/emulator/lowering/shared_names.hpp"

namespace cuda_emulator::lowering {

namespace {

using Words = std::set<std::string_view>;

const Words conditions = {"if", "while", "switch"};
const Words loops = {"for", "catch"};
const Words before_expressions = {"return",    "else",     "do",  "throw", "case",
                                  "co_return", "co_yield", "and", "or",    "not"};
const Words of_declarators = {"*", "&", "const", "volatile", "__restrict__", "__restrict"};
const Words unevaluated = {"sizeof",     "decltype", "noexcept", "alignof", "typeid",       "typeof",
                           "__typeof__", "__typeof", "requires", "assert",  "static_assert"};

bool is_one_of(const Sequence& sequence, std::size_t i, const Words& words) {
  return i < sequence.size() && words.contains(sequence.tokens[i].text);
}

bool is_subscript(const Sequence& sequence, std::size_t open) {
  return sequence.is_identifier(open - 1) || sequence.is(open - 1, ")") || sequence.is(open - 1, "]");
}

// Whether a function's body, and no namespace, holds a token.
bool in_function(const Sequence& sequence, std::size_t i) {
  while (i != nowhere) {
    const std::size_t open = sequence.brackets.enclosing[i];
    if (sequence.is(open, "{")) return !outside_of_functions(sequence, i);
    i = open;
  }
  return false;
}

// `if (a && f(x))`: no declaration of a name with parentheses, unless a ';' follows it.
bool in_condition(const Sequence& sequence, std::size_t open) {
  if (!sequence.is(open, "(") || !is_one_of(sequence, open - 1, conditions)) return false;
  for (std::size_t i = open + 1; i < sequence.partner(open) && i < sequence.size();) {
    if (sequence.is(i, ";")) return false;
    i = sequence.opens(i) ? sequence.beyond(i) : i + 1;
  }
  return true;
}

// Whether arguments stand between these brackets: `g(a,
// f(x))`, not `for (int a, f(3); ...)` or `[](int a, int f)`.
bool holds_arguments(const Sequence& sequence, std::size_t open) {
  return sequence.is(open, "(") && !is_one_of(sequence, open - 1, conditions) &&
         !is_one_of(sequence, open - 1, loops) && !sequence.is(open - 1, "]");
}

// Whether the statement that holds a token has come to an expression: behind `=` or `return`.
bool behind_assignment(const Sequence& sequence, std::size_t i) {
  while (--i < sequence.size() && !sequence.is(i, ";") && !sequence.is(i, "{") && !sequence.is(i, "}")) {
    if (sequence.is(i, "=") || sequence.is(i, "return")) return true;
  }
  return false;
}

// `(int) f(x)`, `if (c) f(x)` and no `decltype(a) f(x)` or `MACRO(a) f(x)`.
bool ends_cast_or_condition(const Sequence& sequence, std::size_t close) {
  const std::size_t open = sequence.partner(close);
  if (open == nowhere || !sequence.is(close, ")")) return false;
  return !sequence.is_identifier(open - 1) || is_one_of(sequence, open - 1, conditions) ||
         is_one_of(sequence, open - 1, before_expressions) || sequence.is(open - 1, "for");
}

bool is_macro_name(std::string_view word, const Words& macros) {
  const auto lower = [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; };
  return macros.contains(word) || std::none_of(word.begin(), word.end(), lower);
}

// The braces of a statement.
bool is_block(const Sequence& sequence, std::size_t open) {
  const std::size_t before = open - 1;
  if (sequence.is(before, ")")) {
    const std::size_t condition = sequence.partner(before);
    return condition != nowhere &&
           (is_one_of(sequence, condition - 1, conditions) || is_one_of(sequence, condition - 1, loops));
  }
  return sequence.is(before, ";") || sequence.is(before, "{") || sequence.is(before, "}") ||
         sequence.is(before, ":") || sequence.is(before, "else") || sequence.is(before, "do") ||
         sequence.is(before, "try");
}

}  // namespace

namespace {

bool may_declare_behind(const Sequence& sequence, std::size_t i) {
  if (!in_function(sequence, i)) return true;
  std::size_t before = i - 1;
  if (sequence.is(before, "::")) return false;
  while (is_one_of(sequence, before, of_declarators)) --before;
  const bool declarator = before != i - 1;
  const std::size_t open = sequence.brackets.enclosing[i];
  if (is_one_of(sequence, before, before_expressions)) return false;
  if (sequence.is(before, ",")) return !holds_arguments(sequence, open);
  if (sequence.is(before, "[")) return !is_subscript(sequence, before);
  if (sequence.is_identifier(before) || sequence.is(before, ">")) {
    if (!declarator && sequence.is_identifier(before)) return true;
    return !in_condition(sequence, open) && (is_one_of(sequence, open - 1, loops) ||
                                             sequence.is(open - 1, "]") || !behind_assignment(sequence, i));
  }
  if (sequence.is(before, ")") || sequence.is(before, "]")) {
    return declarator
               ? sequence.is_identifier(sequence.partner(before) - 1) && !behind_assignment(sequence, i)
               : !ends_cast_or_condition(sequence, before);
  }
  return before >= sequence.size() || sequence.is(before, "~") ||
         sequence.tokens[before].kind == TokenKind::conditional;
}

}  // namespace

bool may_declare(const Sequence& sequence, std::size_t i) {
  if (sequence.is(i - 1, ".") || sequence.is(i - 1, "->")) return false;
  if (!sequence.is(i + 1, "(") && !sequence.is(i + 1, "<") && !sequence.is(i + 1, "<<<")) return true;
  return may_declare_behind(sequence, i);
}

bool may_declare_variable(const Sequence& sequence, std::size_t i) {
  // `enum { n }` and a label.
  const bool block = !sequence.is(i - 1, "{") || is_block(sequence, i - 1) || sequence.is(i - 2, ")");
  return !block || sequence.is(i + 1, ":") || may_declare_behind(sequence, i);
}

bool may_be_discarded(const Sequence& sequence, std::size_t i) {
  const std::size_t open = sequence.brackets.enclosing[i];
  if (sequence.is(i - 2, "void") || sequence.is(i - 3, "void")) return true;
  if (sequence.is(i + 1, ",")) return !holds_arguments(sequence, open) || !sequence.is_identifier(open - 1);
  return sequence.is(i + 1, ";") &&
         (sequence.is(i - 1, ")") || sequence.is(i - 1, ";") || sequence.is(i - 1, "{") ||
          sequence.is(i - 1, "}") || sequence.is(i - 1, "else"));
}

bool is_evaluated_in(const Sequence& sequence, std::size_t body, std::size_t i, const Words& macros) {
  if (sequence.is(i - 1, ".") || sequence.is(i - 1, "->") || sequence.is(i - 1, "::")) return false;
  for (std::size_t open = sequence.brackets.enclosing[i]; open != body;) {
    if (open == nowhere || sequence.partner(open) == nowhere) return false;
    if (sequence.is(open, "{") && !is_block(sequence, open)) return false;
    if (sequence.is(open, "[") && !is_subscript(sequence, open)) return false;
    if (sequence.is(open, "(") && sequence.is(open - 1, "]")) return false;
    if (sequence.is(open, "(") && sequence.is_identifier(open - 1)) {
      const std::string_view word = sequence.tokens[open - 1].text;
      if (is_macro_name(word, macros) || unevaluated.contains(word)) return false;
    }
    open = sequence.brackets.enclosing[open];
  }
  return true;
}

}  // namespace cuda_emulator::lowering
