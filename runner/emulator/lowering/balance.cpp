#include "runner/emulator/lowering/balance.hpp"

#include <set>
#include <string_view>
#include <vector>

namespace cuda_emulator::lowering {

namespace {

// Beyond that many ways through the #if nothing is said.
constexpr std::size_t most_counts = 64;

int step(const Token& token) {
  if (token.kind != TokenKind::punctuator) return 0;
  return token.is("{") ? 1 : token.is("}") ? -1 : 0;
}

std::set<std::string_view> macros_with_lone_braces(std::span<const Macro> macros) {
  std::set<std::string_view> found;
  for (const Macro& macro : macros) {
    int open = 0;
    for (const Token& token : macro.tokens) open += step(token);
    if (open != 0) found.insert(macro.name);
  }
  return found;
}

// How many braces may be open, over the branches.
class Count {
 public:
  void add(int braces) {
    std::set<int> moved;
    for (const int open : open_) moved.insert(open + braces);
    open_ = std::move(moved);
  }

  void conditional(const Token& token) {
    if (token.text.starts_with("if")) {
      conditionals_.push_back({open_, {}, false});
    } else if (!conditionals_.empty()) {
      Conditional& inner = conditionals_.back();
      inner.after.insert(open_.begin(), open_.end());
      inner.complete = inner.complete || token.is("else");
      open_ = inner.before;
      if (!token.is("endif")) return;
      if (inner.complete) open_.clear();
      open_.insert(inner.after.begin(), inner.after.end());
      conditionals_.pop_back();
    }
  }

  const std::set<int>& open() const { return open_; }

 private:
  struct Conditional {
    std::set<int> before, after;
    bool complete;  // with an #else
  };

  std::set<int> open_ = {0};
  std::vector<Conditional> conditionals_;
};

}  // namespace

bool is_unbalanced(const LexedSource& source) {
  const auto lone = macros_with_lone_braces(source.macros);
  Count count;
  for (const Token& token : source.tokens) {
    if (token.kind == TokenKind::conditional) {
      count.conditional(token);
    } else if (token.is_identifier() && lone.contains(token.text)) {
      return false;
    } else if (step(token) != 0) {
      count.add(step(token));
    }
    if (count.open().size() > most_counts) return false;
  }
  return !count.open().contains(0);
}

}  // namespace cuda_emulator::lowering
