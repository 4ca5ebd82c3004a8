#include "runner/emulator/lowering/brackets.hpp"

namespace cuda_emulator::lowering {

namespace {

// What is open is a list from the innermost bracket outwards,
// in `enclosing`: taking it up again costs nothing.
class Matcher {
 public:
  explicit Matcher(std::span<const Token> tokens) : tokens_(tokens) {
    result_.partner.assign(tokens.size(), nowhere);
    result_.enclosing.assign(tokens.size(), nowhere);
    result_.twin.assign(tokens.size(), nowhere);
    result_.round_depth.assign(tokens.size(), 0);
  }

  Brackets all() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind == TokenKind::conditional) conditional(i);
      result_.enclosing[i] = innermost_;
      result_.round_depth[i] = depth_of(innermost_);
      if (tokens_[i].kind == TokenKind::punctuator) bracket(i);
    }
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (result_.twin[i] != nowhere) result_.partner[i] = result_.partner[result_.twin[i]];
    }
    return result_;
  }

 private:
  struct Conditional {
    std::size_t before;                 // innermost at the #if
    std::size_t begin;                  // index of the #if
    std::vector<std::size_t> branches;  // innermost at the end of each branch but the last
  };

  bool opens(std::size_t i, std::string_view what) const { return i != nowhere && tokens_[i].is(what); }

  std::size_t depth_of(std::size_t open) const {
    return open == nowhere ? 0 : result_.round_depth[open] + (tokens_[open].is("(") ? 1 : 0);
  }

  void bracket(std::size_t i) {
    const Token& token = tokens_[i];
    if (token.is("(") || token.is("[") || token.is("{")) {
      innermost_ = i;
    } else if (token.is(")")) {
      if (opens(innermost_, "(")) close(i);
    } else if (token.is("]")) {
      if (opens(innermost_, "[")) close(i);
    } else if (token.is("}")) {
      // Where a ')' was forgotten, the braces still hold.
      while (innermost_ != nowhere && !opens(innermost_, "{")) innermost_ = result_.enclosing[innermost_];
      if (innermost_ != nowhere) close(i);
    }
  }

  void close(std::size_t i) {
    result_.partner[i] = innermost_;
    result_.partner[innermost_] = i;
    innermost_ = result_.enclosing[innermost_];
  }

  void conditional(std::size_t i) {
    if (tokens_[i].text.starts_with("if")) {
      conditionals_.push_back({innermost_, i, {}});
    } else if (!conditionals_.empty() && !tokens_[i].is("endif")) {
      conditionals_.back().branches.push_back(innermost_);
      innermost_ = conditionals_.back().before;
    } else if (!conditionals_.empty()) {
      join(conditionals_.back());
      conditionals_.pop_back();
    }
  }

  // What the branches left open stands for the same, as far as they left the same open.
  void join(const Conditional& conditional) {
    const auto inside = [&](std::size_t open) { return open != nowhere && open > conditional.begin; };
    for (std::size_t open : conditional.branches) {
      for (std::size_t last = innermost_; inside(open) && inside(last); last = result_.enclosing[last]) {
        result_.twin[open] = last;
        open = result_.enclosing[open];
      }
    }
  }

  std::span<const Token> tokens_;
  Brackets result_;
  std::size_t innermost_ = nowhere;
  std::vector<Conditional> conditionals_;
};

}  // namespace

Brackets match_brackets(std::span<const Token> tokens) {
  return Matcher(tokens).all();
}

}  // namespace cuda_emulator::lowering
