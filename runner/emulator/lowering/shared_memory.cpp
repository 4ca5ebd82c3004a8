#include "runner/emulator/lowering/shared_memory.hpp"

#include <set>
#include <string>
#include <utility>

#include "runner/emulator/lowering/shared_names.hpp"

namespace cuda_emulator::lowering {

namespace {

// The `extern` before or right behind `__shared__`, or `nowhere`.
std::size_t external_specifier(const Sequence& sequence, std::size_t shared) {
  if (sequence.is(shared + 1, "extern")) return shared + 1;
  for (std::size_t i = shared - 1; sequence.is_identifier(i); --i) {
    if (sequence.is(i, "extern")) return i;
  }
  return nowhere;
}

void remove(const Sequence& sequence, std::size_t first, std::size_t beyond, std::vector<Edit>& edits) {
  edits.push_back({{sequence.tokens[first].begin, sequence.tokens[beyond - 1].end()}, ""});
}

struct SharedDeclaration {
  std::vector<std::size_t> names;  // indices of their tokens
  std::size_t end;                 // index of the ';', or the size of a macro
};

// Reads on from `__shared__`; an alignment is taken away, since the memory is aligned to all that there is.
SharedDeclaration read_declaration(const Sequence& sequence, std::size_t i, std::vector<Edit>& edits) {
  SharedDeclaration result;
  while (i < sequence.size() && !sequence.is(i, ";") && !sequence.closes(i)) {
    const bool alignment = sequence.is(i, "__align__") || sequence.is(i, "alignas");
    if (alignment && sequence.is(i + 1, "(") && sequence.beyond(i + 1) != nowhere) {
      remove(sequence, i, sequence.beyond(i + 1), edits);
      i = sequence.beyond(i + 1);
    } else if (sequence.is(i, "[") && sequence.is_identifier(i - 1)) {
      const std::size_t name = i - 1;
      while (sequence.is(i, "[")) i = sequence.beyond(i);
      result.names.push_back(name);
    } else {
      i = sequence.opens(i) ? sequence.beyond(i) : i + 1;
    }
  }
  result.end = i;
  return result;
}

void replace(const Token& token, std::string text, std::vector<Edit>& edits) {
  edits.push_back({{token.begin, token.end()}, std::move(text)});
}

std::string type_of(const Sequence& sequence, const Token& name) {
  return sequence.is_macro ? shared_type("##").append(name.text) : shared_type(name.text);
}

std::string reference(const Sequence& sequence, const Token& name) {
  std::string text = " [[maybe_unused]] auto& ";
  text.append(name.text).append(" = *static_cast<").append(type_of(sequence, name));
  return text.append("*>(::cuda_emulator::dynamic_shared_memory());");
}

// extern __shared__ T s[];  ->  typedef T type_of_s[];
void lower_to_types(const Sequence& sequence, std::size_t external, std::size_t shared,
                    const SharedDeclaration& declaration, std::vector<Edit>& edits) {
  replace(sequence.tokens[external], "typedef", edits);
  remove(sequence, shared, shared + 1, edits);
  for (const std::size_t index : declaration.names) {
    const Token& name = sequence.tokens[index];
    replace(name, type_of(sequence, name), edits);
  }
}

// Behind the declaration, or where a macro that holds it ends: there the user may write the ';'.
void refer_here(const Sequence& sequence, const SharedDeclaration& declaration, std::vector<Edit>& edits) {
  std::string references = ";";
  for (const std::size_t index : declaration.names) references += reference(sequence, sequence.tokens[index]);
  references.pop_back();
  const std::size_t end = sequence.tokens[declaration.end - 1].end();
  edits.push_back({{end, end}, references});
}

bool names(const Sequence& sequence, std::size_t i, std::string_view name) {
  return sequence.is(i, name) && !sequence.is(i - 1, ".") && !sequence.is(i - 1, "->");
}

// Whether a function uses a name that is none of its parameters.
bool uses(const Sequence& sequence, std::size_t body, std::string_view name) {
  for (std::size_t i = body - 1; i < body && !sequence.is(i, ";") && !sequence.is(i, "}"); --i) {
    if (sequence.is(i, name)) return false;
  }
  const std::size_t end = sequence.partner(body);
  for (std::size_t i = body; i < end && end != nowhere; ++i) {
    if (names(sequence, i, name)) return true;
  }
  return false;
}

using References = std::set<std::pair<std::size_t, std::string_view>>;

// In each function behind the declaration that uses it, and has none by an earlier declaration.
void refer_in_functions(const Sequence& sequence, const SharedDeclaration& declaration,
                        const FunctionBodies& bodies, References& references, std::vector<Edit>& edits) {
  for (auto body = bodies.lower_bound(declaration.end); body != bodies.end(); ++body) {
    if (!body->second.global && !body->second.device) continue;
    const std::size_t begin = sequence.tokens[body->first].end();
    for (const std::size_t index : declaration.names) {
      const Token& name = sequence.tokens[index];
      if (!uses(sequence, body->first, name.text)) continue;
      if (!references.emplace(begin, name.text).second) continue;
      edits.push_back({{begin, begin}, reference(sequence, name)});
    }
  }
}

}  // namespace

bool outside_of_functions(const Sequence& sequence, std::size_t i) {
  const std::size_t open = sequence.brackets.enclosing[i];
  if (open == nowhere) return !sequence.is_macro;
  if (!sequence.is(open, "{")) return false;
  std::size_t before = open - 1;  // namespace { ... }, namespace a::b { ... }, extern "C" { ... }
  while (sequence.is(before, "::") || (sequence.is_identifier(before) && !sequence.is(before, "namespace")))
    --before;
  const bool linkage = before < sequence.size() && sequence.tokens[before].kind == TokenKind::string;
  return sequence.is(before, "namespace") || (linkage && sequence.is(before - 1, "extern"));
}

void lower_shared_memory(const Sequence& sequence, const FunctionBodies& bodies, std::vector<Edit>& edits) {
  References references;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (!sequence.is(i, "__shared__")) continue;
    const std::size_t external = external_specifier(sequence, i);
    if (external == nowhere) continue;
    std::vector<Edit> here;
    const SharedDeclaration declaration = read_declaration(sequence, i + 1, here);
    if (declaration.names.empty() || declaration.end == nowhere) continue;
    lower_to_types(sequence, external, i, declaration, here);
    if (outside_of_functions(sequence, i)) {
      refer_in_functions(sequence, declaration, bodies, references, here);
    } else {
      refer_here(sequence, declaration, here);
    }
    edits.insert(edits.end(), here.begin(), here.end());
  }
}

}  // namespace cuda_emulator::lowering
