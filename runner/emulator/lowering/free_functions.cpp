#include "runner/emulator/lowering/free_functions.hpp"

#include <algorithm>

#include "runner/emulator/lowering/shared_names.hpp"

namespace cuda_emulator::lowering {

namespace {

using Words = std::set<std::string_view>;

const Words numbers = {"bool",  "char", "short",  "int",    "long",
                       "float", "auto", "double", "signed", "unsigned"};
const Words pointers = {"*", "&", "__restrict__", "__restrict"};
const Words kept = {"const", "volatile", "typename", "extern", "__noinline__"};
const Words internal = {"static", "inline", "__inline__", "__inline", "__forceinline__"};
const Words with_parentheses = {"__attribute__", "__launch_bounds__"};
// Words of which no type or name begins.
const Words other_keywords = {"asm",      "operator", "typedef",   "using",     "friend",   "namespace",
                              "enum",     "decltype", "alignas",   "constinit", "class",    "struct",
                              "union",    "public",   "private",   "virtual",   "explicit", "mutable",
                              "requires", "concept",  "__shared__"};

// Reads one declaration from its first token on.
class Reader {
 public:
  Reader(const Sequence& sequence, const Words& macros) : sequence_(sequence), macros_(macros) {}

  // Whether it declares one function and nothing else.
  bool read(std::size_t i) {
    while (i < sequence_.size() && function_.name == nowhere) {
      const std::size_t next = specifier(i);
      if (next == nowhere) return false;
      i = next;
    }
    return typed_ && i < sequence_.size() && end(i);
  }

  FreeFunction function() const {
    FreeFunction result = function_;
    result.space = anywhere_  ? ExecutionSpace::unknown
                   : global_  ? ExecutionSpace::global
                   : !device_ ? ExecutionSpace::host
                   : host_    ? ExecutionSpace::both
                              : ExecutionSpace::device;
    result.returns_number = number_ && !pointer_ && !automatic_;
    return result;
  }

 private:
  bool is_one_of(std::size_t i, const Words& words) const {
    return i < sequence_.size() && words.contains(sequence_.tokens[i].text);
  }

  // What follows the specifier, or the name, at a token; `nowhere` where it is not understood.
  std::size_t specifier(std::size_t i) {
    if (is_one_of(i, macros_) || is_one_of(i, other_keywords)) return nowhere;
    if (sequence_.is(i, "template")) {
      function_.is_template = true;
      return sequence_.is(i + 1, "<") ? beyond_angles(sequence_, i + 1) : nowhere;
    }
    if (sequence_.is(i, "[")) return sequence_.beyond(i);
    if (is_one_of(i, with_parentheses)) return sequence_.is(i + 1, "(") ? sequence_.beyond(i + 1) : nowhere;
    if (sequence_.is(i, "extern") && i + 1 < sequence_.size() &&
        sequence_.tokens[i + 1].kind == TokenKind::string) {
      return i + 2;
    }
    if (is_one_of(i, pointers)) pointer_ = true;
    if (is_one_of(i, pointers) || is_one_of(i, kept)) return i + 1;
    if (!sequence_.is_identifier(i)) return nowhere;
    return word(i);
  }

  std::size_t word(std::size_t i) {
    const auto seen = [&](bool& flag) {
      flag = true;
      return i + 1;
    };
    if (sequence_.is(i, "__global__")) return seen(global_);
    if (sequence_.is(i, "__device__")) return seen(device_);
    if (sequence_.is(i, "__host__")) return seen(host_);
    if (sequence_.is(i, "constexpr") || sequence_.is(i, "consteval")) return seen(anywhere_);
    if (is_one_of(i, internal)) return seen(function_.is_internal);
    if (sequence_.is(i, "auto")) automatic_ = true;
    if (is_one_of(i, numbers)) number_ = true;
    if (is_one_of(i, numbers) || sequence_.is(i, "void")) return named_type_ ? nowhere : seen(typed_);
    if (sequence_.is(i + 1, "(")) {
      function_.name = i;
      return sequence_.beyond(i + 1);
    }
    return typed_ ? nowhere : type_name(i);
  }

  bool looks_like_macro(std::size_t i) const {
    const std::string_view name = sequence_.tokens[i].text;
    return name.size() > 1 &&
           std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  }

  // std::vector<int>
  std::size_t type_name(std::size_t i) {
    typed_ = named_type_ = true;
    for (;;) {
      if (!sequence_.is_identifier(i) || is_one_of(i, macros_) || looks_like_macro(i)) return nowhere;
      ++i;
      if (sequence_.is(i, "<")) i = beyond_angles(sequence_, i);
      if (!sequence_.is(i, "::")) return i;
      ++i;
    }
  }

  // Behind the parameters.
  bool end(std::size_t i) {
    if (sequence_.is(i, "noexcept")) ++i;
    if (sequence_.is(i, "->")) {
      automatic_ = true;
      while (i < sequence_.size() && !sequence_.is(i, "{") && !sequence_.is(i, ";")) {
        if (is_one_of(i, macros_)) return false;
        i = sequence_.opens(i) ? sequence_.beyond(i) : i + 1;
      }
    }
    if (sequence_.is(i, "{") && sequence_.partner(i) != nowhere) function_.body = i;
    return function_.body != nowhere || sequence_.is(i, ";");
  }

  const Sequence& sequence_;
  const Words& macros_;
  FreeFunction function_;
  bool global_ = false, device_ = false, host_ = false, anywhere_ = false;
  bool typed_ = false, named_type_ = false, number_ = false, pointer_ = false, automatic_ = false;
};

// What follows the declaration that begins at a token: the body of a function, or a ';'.
std::size_t beyond_declaration(const Sequence& sequence, std::size_t i) {
  bool parameters = false, value = false;
  while (i < sequence.size() && !sequence.is(i, ";")) {
    if (sequence.is(i, "{") && parameters && !value) return sequence.beyond(i);
    parameters = parameters || sequence.is(i, "(");
    value = value || sequence.is(i, "=");
    i = sequence.opens(i) ? sequence.beyond(i) : i + 1;
  }
  return i < sequence.size() ? i + 1 : nowhere;
}

bool in_any(const std::vector<bool>& flags, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (flags[i]) return true;
  }
  return false;
}

// The '{' of the namespace, or of the declarations of another language, that begins at a token.
std::size_t begin_of_scope(const Sequence& sequence, std::size_t i) {
  if (sequence.is(i, "inline")) ++i;
  const bool linkage = sequence.is(i, "extern") && sequence.is(i + 2, "{");
  if (!linkage && !sequence.is(i, "namespace")) return nowhere;
  for (; i < sequence.size() && !sequence.is(i, ";") && !sequence.is(i, "="); ++i) {
    if (sequence.is(i, "{")) return outside_of_functions(sequence, i + 1) ? i : nowhere;
  }
  return nowhere;
}

bool in_unnamed_namespace(const Sequence& sequence, std::size_t i) {
  while ((i = sequence.brackets.enclosing[i]) != nowhere) {
    if (sequence.is(i - 1, "namespace")) return true;
  }
  return false;
}

}  // namespace

std::size_t beyond_angles(const Sequence& sequence, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < sequence.size();) {
    if (sequence.is(i, ";") || sequence.closes(i) || sequence.is(i, "{") || sequence.is(i, "<<<"))
      return nowhere;
    if (sequence.is(i, "<")) ++depth;
    if (sequence.is(i, ">") && --depth == 0) return i + 1;
    i = sequence.opens(i) ? sequence.beyond(i) : i + 1;
  }
  return nowhere;
}

std::vector<bool> in_conditional(const Sequence& sequence) {
  std::vector<bool> result(sequence.size(), false);
  std::size_t depth = 0;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const bool directive = sequence.tokens[i].kind == TokenKind::conditional;
    if (directive && sequence.tokens[i].text.starts_with("if")) ++depth;
    result[i] = depth > 0;
    if (directive && sequence.is(i, "endif") && depth > 0) --depth;
  }
  return result;
}

FreeFunctions free_functions(const Sequence& sequence, const std::set<std::string_view>& macros) {
  FreeFunctions result;
  const std::vector<bool> conditional = in_conditional(sequence);
  for (std::size_t i = 0; i < sequence.size();) {
    const std::size_t scope = begin_of_scope(sequence, i);
    const bool directive = sequence.tokens[i].kind == TokenKind::conditional;
    if (scope != nowhere || directive || sequence.is(i, ";") || sequence.is(i, "}")) {
      i = scope != nowhere ? scope + 1 : i + 1;
      continue;
    }
    const std::size_t next = beyond_declaration(sequence, i);
    Reader reader(sequence, macros);
    if (next == nowhere) return result;
    if (reader.read(i)) {
      FreeFunction function = reader.function();
      function.is_internal = function.is_internal || in_unnamed_namespace(sequence, i);
      const std::size_t end = function.body == nowhere ? next : function.body;
      if (!in_any(conditional, i, end)) result.all.push_back(function);
    }
    i = next;
  }
  result.complete = true;
  return result;
}

}  // namespace cuda_emulator::lowering
