/// Splits inline PTX into tokens.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_front_end::ptx {

/// An error for PTX that a GPU's compiler refuses too; the text says why.
struct Invalid : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Names with their dots and `::`, numbers, `$3`, `%tid.x`, operators, and single punctuation characters,
/// without comments. Throws Invalid for an unterminated comment.
std::vector<std::string> tokens_of(std::string_view text);

/// A position in a list of tokens.
class Cursor {
 public:
  explicit Cursor(std::vector<std::string> tokens) : tokens_(std::move(tokens)) {}

  /// The token `ahead` of the next one; empty beyond the last.
  const std::string& token(std::size_t ahead = 0) const;
  bool at_end() const { return at_ >= tokens_.size(); }
  bool take(std::string_view expected);
  void expect(std::string_view expected);
  std::string next();
  /// Throws Invalid, because the next token is not allowed here.
  [[noreturn]] void refuse() const;

  const std::vector<std::string>& all() const { return tokens_; }

 private:
  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
};

}  // namespace cuda_front_end::ptx
