#include "runner/emulator/lowering/shared_memory.hpp"

#include <string>

namespace cuda_emulator::lowering {

namespace {

constexpr const char* memory = "cuda_emulator_dynamic_shared_memory";
constexpr const char* type_prefix = "cuda_emulator_type_of_";

// The `extern` before or right behind `__shared__`, or `nowhere`.
std::size_t external_specifier(const Sequence& sequence, std::size_t shared) {
  if (sequence.is(shared + 1, "extern")) return shared + 1;
  for (std::size_t i = shared - 1; sequence.is_identifier(i); --i) {
    if (sequence.is(i, "extern")) return i;
  }
  return nowhere;
}

// Whether a declaration at this token stands outside of all functions and classes.
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

void remove(const Sequence& sequence, std::size_t first, std::size_t beyond, std::vector<Edit>& edits) {
  edits.push_back({{sequence.tokens[first].begin, sequence.tokens[beyond - 1].end()}, ""});
}

struct Declarator {
  std::size_t name;    // index of its token
  std::size_t beyond;  // what follows its last ']'
};

struct Declaration {
  std::vector<Declarator> declarators;
  std::size_t end;  // index of the ';', or the size of a macro
};

// Reads on from `__shared__`; an alignment is taken away, since the memory is aligned to all that there is.
Declaration read_declaration(const Sequence& sequence, std::size_t i, std::vector<Edit>& edits) {
  Declaration result;
  while (i < sequence.size() && !sequence.is(i, ";") && !sequence.closes(i)) {
    const bool alignment = sequence.is(i, "__align__") || sequence.is(i, "alignas");
    if (alignment && sequence.is(i + 1, "(") && sequence.beyond(i + 1) != nowhere) {
      remove(sequence, i, sequence.beyond(i + 1), edits);
      i = sequence.beyond(i + 1);
    } else if (sequence.is(i, "[") && sequence.is_identifier(i - 1)) {
      const std::size_t name = i - 1;
      while (sequence.is(i, "[")) i = sequence.beyond(i);
      result.declarators.push_back({name, i});
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

// extern __shared__ T s[];  ->  typedef T type_of_s[]; auto& s = *static_cast<type_of_s*>(memory());
void lower_in_function(const Sequence& sequence, std::size_t external, std::size_t shared,
                       const Declaration& declaration, std::vector<Edit>& edits) {
  replace(sequence.tokens[external], "typedef", edits);
  remove(sequence, shared, shared + 1, edits);
  std::string references;
  for (const Declarator& declarator : declaration.declarators) {
    const Token& name = sequence.tokens[declarator.name];
    const std::string type =
        type_prefix + std::string(sequence.is_macro ? "##" : "") + std::string(name.text);
    replace(name, type, edits);
    references += "; [[maybe_unused]] auto& " + std::string(name.text) + " = *static_cast<" + type +
                  "*>(::cuda_emulator::dynamic_shared_memory())";
  }
  const std::size_t end = sequence.tokens[declaration.end - 1].end();
  edits.push_back({{end, end}, references});
}

// extern __shared__ T s[];  ->  extern __thread T s[] __asm__("memory");
void lower_outside(const Sequence& sequence, std::size_t shared, const Declaration& declaration,
                   std::vector<Edit>& edits) {
  replace(sequence.tokens[shared], "__thread", edits);
  for (const Declarator& declarator : declaration.declarators) {
    const std::size_t end = sequence.tokens[declarator.beyond - 1].end();
    edits.push_back({{end, end}, " __asm__(\"" + std::string(memory) + "\")"});
  }
}

}  // namespace

void lower_shared_memory(const Sequence& sequence, std::vector<Edit>& edits) {
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    if (!sequence.is(i, "__shared__")) continue;
    const std::size_t external = external_specifier(sequence, i);
    if (external == nowhere) continue;
    std::vector<Edit> here;
    const Declaration declaration = read_declaration(sequence, i + 1, here);
    if (declaration.declarators.empty() || declaration.end == nowhere) continue;
    if (outside_of_functions(sequence, i)) {
      lower_outside(sequence, i, declaration, here);
    } else {
      lower_in_function(sequence, external, i, declaration, here);
    }
    edits.insert(edits.end(), here.begin(), here.end());
  }
}

}  // namespace cuda_emulator::lowering
