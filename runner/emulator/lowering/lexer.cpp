#include "runner/emulator/lowering/lexer.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace cuda_emulator::lowering {

namespace {

// Each '>' stays a token of its own: it may close template arguments as well as a launch.
constexpr std::array<std::string_view, 9> long_punctuators = {
    "<<<", "::", "->", "##", "==", "!=", "<=", ">=", "<<"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80) != 0;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {}

  LexedSource all() {
    while (skip_blanks(false), position_ < source_.size()) {
      if (at_line_start_ && source_[position_] == '#' && !source_.substr(position_).starts_with("##")) {
        directive();
      } else {
        const Token token = next_token();
        if (dead_depth_ == 0) result_.tokens.push_back(token);
      }
    }
    return std::move(result_);
  }

 private:
  char at(std::size_t position) const { return position < source_.size() ? source_[position] : '\0'; }

  // The length of a backslash with the line end that it takes away; 0 when there is none.
  std::size_t splice() const {
    if (at(position_) != '\\') return 0;
    std::size_t end = position_ + 1;
    while (is_blank(at(end))) ++end;
    return at(end) == '\n' ? end + 1 - position_ : 0;
  }

  // White space and comments; in a directive up to the end of its line.
  void skip_blanks(bool in_directive) {
    while (position_ < source_.size()) {
      if (source_[position_] == '\n') {
        if (in_directive) return;
        at_line_start_ = true;
        ++position_;
      } else if (is_blank(source_[position_])) {
        ++position_;
      } else if (const std::size_t length = splice()) {
        position_ += length;
      } else if (at(position_) == '/' && at(position_ + 1) == '*') {
        const std::size_t end = source_.find("*/", position_ + 2);
        position_ = end == std::string_view::npos ? source_.size() : end + 2;
      } else if (at(position_) == '/' && at(position_ + 1) == '/') {
        skip_line();
      } else {
        return;
      }
    }
  }

  void skip_line() {
    while (position_ < source_.size() && source_[position_] != '\n') {
      position_ += std::max<std::size_t>(splice(), 1);
    }
  }

  Token token_from(std::size_t begin, TokenKind kind) const {
    return {kind, begin, source_.substr(begin, position_ - begin)};
  }

  Token next_token() {
    at_line_start_ = false;
    const std::size_t begin = position_;
    const char first = source_[position_];
    if (is_letter(first)) return word();
    if (is_digit(first) || (first == '.' && is_digit(at(begin + 1)))) return number();
    if (first == '"') return quoted('"', TokenKind::string, begin);
    if (first == '\'') return quoted('\'', TokenKind::character, begin);
    const std::string_view rest = source_.substr(position_);
    for (const std::string_view punctuator : long_punctuators) {
      // `operator<<<T>` is an operator << with template arguments.
      if (punctuator == "<<<" && after_operator_) continue;
      if (rest.starts_with(punctuator)) {
        position_ += punctuator.size();
        break;
      }
    }
    if (position_ == begin) ++position_;
    after_operator_ = false;
    return token_from(begin, TokenKind::punctuator);
  }

  Token word() {
    const std::size_t begin = position_;
    while (is_letter(at(position_)) || is_digit(at(position_))) ++position_;
    const std::string_view text = source_.substr(begin, position_ - begin);
    after_operator_ = text == "operator";
    const bool raw = text == "R" || text == "LR" || text == "uR" || text == "UR" || text == "u8R";
    if (raw && at(position_) == '"') return raw_string(begin);
    if (text == "L" || text == "u" || text == "U" || text == "u8") {
      if (at(position_) == '"') return quoted('"', TokenKind::string, begin);
      if (at(position_) == '\'') return quoted('\'', TokenKind::character, begin);
    }
    return token_from(begin, TokenKind::identifier);
  }

  // A preprocessing number: 0x1p-3f and 1'000 are one token.
  Token number() {
    const std::size_t begin = position_++;
    for (;;) {
      const char c = at(position_), before = source_[position_ - 1];
      const bool sign =
          (c == '+' || c == '-') && (before == 'e' || before == 'E' || before == 'p' || before == 'P');
      const bool separator = c == '\'' && (is_digit(at(position_ + 1)) || is_letter(at(position_ + 1)));
      if (!sign && !separator && !is_digit(c) && !is_letter(c) && c != '.') break;
      ++position_;
    }
    return token_from(begin, TokenKind::number);
  }

  Token quoted(char quote, TokenKind kind, std::size_t begin) {
    ++position_;
    while (position_ < source_.size() && source_[position_] != '\n' && source_[position_] != quote) {
      const std::size_t length = splice();
      if (length != 0) {
        position_ += length;
      } else {
        position_ += source_[position_] == '\\' && at(position_ + 1) != '\n' ? 2 : 1;
      }
    }
    position_ = std::min(position_, source_.size());
    if (at(position_) == quote) ++position_;
    return token_from(begin, kind);
  }

  Token raw_string(std::size_t begin) {
    constexpr std::size_t longest_delimiter = 16;
    const std::size_t open = source_.find('(', position_);
    if (open == std::string_view::npos || open - position_ - 1 > longest_delimiter) {
      return quoted('"', TokenKind::string, begin);
    }
    std::string closing = ")";
    closing.append(source_.substr(position_ + 1, open - position_ - 1)).append("\"");
    const std::size_t end = source_.find(closing, open);
    position_ = end == std::string_view::npos ? source_.size() : end + closing.size();
    return token_from(begin, TokenKind::string);
  }

  void directive() {
    ++position_;
    std::vector<Token> tokens;
    while (skip_blanks(true), position_ < source_.size() && source_[position_] != '\n') {
      tokens.push_back(next_token());
    }
    after_operator_ = false;
    if (tokens.empty()) return;
    const std::string_view name = tokens.front().text;
    if (name.starts_with("if") || name.starts_with("el") || name == "endif") {
      conditional({TokenKind::conditional, tokens.front().begin, name}, tokens);
    } else if (name == "define" && dead_depth_ == 0 && tokens.size() > 1) {
      define(std::move(tokens));
    } else if (name == "include" && dead_depth_ == 0 && tokens.size() > 1) {
      const std::size_t begin = tokens[1].begin;
      result_.headers.push_back(source_.substr(begin, tokens.back().end() - begin));
    }
  }

  // Under `#if 0` only the nesting is followed.
  void conditional(const Token& token, const std::vector<Token>& words) {
    if (dead_depth_ > 0) {
      if (token.text.starts_with("if")) ++dead_depth_;
      if (token.is("endif") || (dead_depth_ == 1 && token.text.starts_with("el"))) --dead_depth_;
      if (dead_depth_ > 0) return;
    } else if (token.is("if") && words.size() == 2 && words[1].is("0")) {
      dead_depth_ = 1;
    }
    result_.tokens.push_back(token);
  }

  void define(std::vector<Token> tokens) {
    auto body = tokens.begin() + 2;
    if (body != tokens.end() && body->is("(") && body->begin == tokens[1].end()) {
      body = std::find_if(body, tokens.end(), [](const Token& token) { return token.is(")"); });
      if (body != tokens.end()) ++body;
    }
    const std::string_view name = tokens[1].text;
    tokens.erase(tokens.begin(), body);
    result_.macros.push_back({name, std::move(tokens)});
  }

  std::string_view source_;
  std::size_t position_ = 0;
  bool at_line_start_ = true;
  bool after_operator_ = false;
  std::size_t dead_depth_ = 0;  // of #if, from the `#if 0` on
  LexedSource result_;
};

}  // namespace

LexedSource lex(std::string_view source) {
  return Lexer(source).all();
}

}  // namespace cuda_emulator::lowering
