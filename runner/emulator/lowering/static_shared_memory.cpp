#include "runner/emulator/lowering/static_shared_memory.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "runner/emulator/lowering/shared_names.hpp"

namespace cuda_emulator::lowering {

namespace {

bool is_one_of(const Sequence& sequence, std::size_t i, std::span<const std::string_view> words) {
  return i < sequence.size() && std::find(words.begin(), words.end(), sequence.tokens[i].text) != words.end();
}

constexpr std::array<std::string_view, 3> class_keys = {"struct", "class", "union"};
constexpr std::array<std::string_view, 2> alignments = {"__align__", "alignas"};

// What a declaration begins behind.
bool ends_statement(const Sequence& sequence, std::size_t i) {
  return i >= sequence.size() || sequence.is(i, ";") || sequence.is(i, "{") || sequence.is(i, "}") ||
         sequence.is(i, ":") || sequence.tokens[i].kind == TokenKind::conditional;
}

// The first token of the declaration with this `__shared__`.
std::size_t begin_of_declaration(const Sequence& sequence, std::size_t shared) {
  std::size_t i = shared;
  while (!ends_statement(sequence, i - 1)) {
    i = sequence.closes(i - 1) && sequence.partner(i - 1) != nowhere ? sequence.partner(i - 1) : i - 1;
  }
  return i;
}

// The body of the function that holds a token: the outermost braces but those of namespaces.
std::size_t function_body(const Sequence& sequence, std::size_t i) {
  std::size_t body = nowhere;
  while (i != nowhere && !outside_of_functions(sequence, i)) {
    i = sequence.brackets.enclosing[i];
    body = i;
  }
  return sequence.is(body, "{") && sequence.partner(body) != nowhere ? body : nowhere;
}

bool in_switch(const Sequence& sequence, std::size_t i) {
  const std::size_t open = sequence.brackets.enclosing[i];
  if (!sequence.is(open - 1, ")") || sequence.partner(open - 1) == nowhere) return false;
  return sequence.is(sequence.partner(open - 1) - 1, "switch");
}

// The type of a shared variable may be defined with it.
bool is_of_shared_variable(const Sequence& sequence, std::size_t class_key) {
  for (std::size_t i = begin_of_declaration(sequence, class_key); i < class_key; ++i) {
    if (sequence.is(i, "__shared__")) return true;
  }
  return false;
}

// Whether names of the function may be used where a reference of it cannot be, or jumps may go past one.
bool allows_no_references(const Sequence& sequence, std::size_t body) {
  for (std::size_t i = body; i < sequence.partner(body); ++i) {
    if (sequence.is(i, "goto")) return true;
    const bool lambda = sequence.is(i, "[") && (sequence.is(i + 1, "=") || sequence.is(i + 1, "]"));
    if (lambda && (sequence.is(i + 1, "=") || sequence.is(i + 2, "("))) return true;
    const bool defined = sequence.is(i + 1, "{") || sequence.is(i + 2, "{") || sequence.is(i + 2, ":");
    if (is_one_of(sequence, i, class_keys) && defined && !is_of_shared_variable(sequence, i)) return true;
  }
  return false;
}

// Reads the parts of a declaration. `nowhere` is where what is read is none.
class StaticDeclaration {
 public:
  StaticDeclaration(const Sequence& sequence, std::size_t begin) : sequence_(sequence), begin_(begin) {
    std::size_t i = specifiers(begin);
    while (i != nowhere && !sequence.is(i, ";")) {
      i = declarator(i);
      if (sequence.is(i, ",")) ++i;
    }
    end_ = names_.empty() ? nowhere : i;
  }

  bool is_understood() const { return end_ != nowhere; }
  std::size_t end() const { return end_; }  // the ';'

  void lower(std::vector<Edit>& edits) const {
    const std::size_t begin = sequence_.tokens[begin_].begin;
    edits.push_back({{begin, begin}, "typedef "});
    for (const Range& range : removed_) edits.push_back({range, ""});
    std::string references = ";";
    for (const std::size_t index : names_) {
      const Token& name = sequence_.tokens[index];
      edits.push_back({{name.begin, name.end()}, shared_type(name.text)});
      references += reference(name.text);
    }
    references.pop_back();  // the user's follows
    const std::size_t end = sequence_.tokens[end_].begin;
    edits.push_back({{end, end}, references});
  }

 private:
  static std::string reference(std::string_view name) {
    const std::string variable = "cuda_emulator_memory_of_" + std::string(name);
    return " static thread_local ::cuda_emulator::SharedVariable " + variable + "; [[maybe_unused]] auto& " +
           std::string(name) + " = ::cuda_emulator::shared_variable<" + shared_type(name) + ">(" + variable +
           ", \"" + std::string(name) + "\");";
  }

  void remove(std::size_t first, std::size_t beyond) {
    removed_.push_back({sequence_.tokens[first].begin, sequence_.tokens[beyond - 1].end()});
  }

  std::size_t specifiers(std::size_t i) {
    constexpr std::array<std::string_view, 10> of_numbers = {"unsigned", "signed", "long",   "short", "int",
                                                             "char",     "float",  "double", "bool",  "void"};
    constexpr std::array<std::string_view, 2> removed = {"static", "__shared__"};
    constexpr std::array<std::string_view, 3> kept = {"const", "volatile", "typename"};
    bool number = false, named = false;
    while (sequence_.is_identifier(i)) {
      if (is_one_of(sequence_, i, removed)) {
        remove(i, i + 1);
        ++i;
      } else if (is_one_of(sequence_, i, alignments) && sequence_.is(i + 1, "(")) {
        const std::size_t beyond = sequence_.beyond(i + 1);
        if (beyond == nowhere) return nowhere;
        remove(i, beyond);
        i = beyond;
      } else if (is_one_of(sequence_, i, kept)) {
        ++i;
      } else if (!named && is_one_of(sequence_, i, of_numbers)) {
        number = true;
        ++i;
      } else if (!named && !number) {
        named = true;
        i = is_one_of(sequence_, i, class_keys) ? beyond_class(i + 1) : beyond_name(i);
      } else {
        return i;
      }
    }
    return named || number ? i : nowhere;
  }

  std::size_t beyond_class(std::size_t i) {
    if (sequence_.is_identifier(i)) ++i;
    return sequence_.is(i, "{") ? sequence_.beyond(i) : i;
  }

  // A::B<C>::D
  std::size_t beyond_name(std::size_t i) {
    for (;;) {
      if (sequence_.is(i, "template")) ++i;
      if (!sequence_.is_identifier(i)) return nowhere;
      ++i;
      if (sequence_.is(i, "<")) i = beyond_template_arguments(i);
      if (!sequence_.is(i, "::")) return i;
      ++i;
    }
  }

  std::size_t beyond_template_arguments(std::size_t i) {
    std::ptrdiff_t depth = 0;
    while (i < sequence_.size() && !sequence_.is(i, ";")) {
      const std::string_view text = sequence_.tokens[i].text;
      if (sequence_.is(i, "<")) ++depth;
      if (!text.empty() && text.find_first_not_of('>') == std::string_view::npos) {
        depth -= static_cast<std::ptrdiff_t>(text.size());
      }
      if (sequence_.opens(i)) {
        i = sequence_.beyond(i);
        continue;
      }
      ++i;
      if (depth == 0) return i;
      if (depth < 0) return nowhere;
    }
    return nowhere;
  }

  // Gives back where its ',' or ';' is.
  std::size_t declarator(std::size_t i) {
    constexpr std::array<std::string_view, 4> of_pointers = {"*", "const", "volatile", "__restrict__"};
    while (is_one_of(sequence_, i, of_pointers)) ++i;
    if (sequence_.is(i, "(")) {  // (*name)[n]
      std::size_t inner = i + 1;
      while (is_one_of(sequence_, inner, of_pointers)) ++inner;
      if (!sequence_.is_identifier(inner) || sequence_.beyond(i) == nowhere) return nowhere;
      names_.push_back(inner);
      i = sequence_.beyond(i);
    } else if (sequence_.is_identifier(i)) {
      names_.push_back(i++);
    } else {
      return nowhere;
    }
    while (sequence_.is(i, "[") || sequence_.is(i, "(")) {
      i = sequence_.beyond(i);
      if (i == nowhere) return nowhere;
    }
    return sequence_.is(i, ",") || sequence_.is(i, ";") ? i : nowhere;
  }

  const Sequence& sequence_;
  std::size_t begin_, end_ = nowhere;
  std::vector<std::size_t> names_;  // indices of their tokens
  std::vector<Range> removed_;
};

bool is_external(const Sequence& sequence, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    if (sequence.is(i, "extern") || sequence.is(i, "typedef")) return true;
  }
  return false;
}

}  // namespace

void lower_static_shared_memory(const Sequence& sequence, std::vector<Edit>& edits) {
  if (sequence.is_macro) return;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (!sequence.is(i, "__shared__")) continue;
    const std::size_t body = function_body(sequence, i);
    if (body == nowhere || in_switch(sequence, i)) continue;
    const std::size_t begin = begin_of_declaration(sequence, i);
    const StaticDeclaration declaration(sequence, begin);
    if (!declaration.is_understood() || is_external(sequence, begin, declaration.end())) continue;
    if (allows_no_references(sequence, body)) continue;
    declaration.lower(edits);
    i = declaration.end();
  }
}

}  // namespace cuda_emulator::lowering
