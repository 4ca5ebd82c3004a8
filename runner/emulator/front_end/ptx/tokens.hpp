/// The words of inline PTX.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_front_end::ptx {

/// PTX that a GPU's compiler refuses too; the text says why.
struct Invalid : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Names with their dots and `::`, numbers, `$3`, `%tid.x`, operators, and single characters of punctuation. No comments.
/// Throws Invalid for a comment that does not end.
std::vector<std::string> tokens_of(std::string_view text);

/// A place in a list of tokens.
class Cursor {
 public:
  explicit Cursor(std::vector<std::string> tokens) : tokens_(std::move(tokens)) {}

  /// The token `ahead` of the next one; empty behind the last.
  const std::string& token(std::size_t ahead = 0) const;
  bool at_end() const { return at_ >= tokens_.size(); }
  bool take(std::string_view expected);
  void expect(std::string_view expected);
  std::string next();
  /// Throws Invalid: the next token cannot stand here.
  [[noreturn]] void refuse() const;

  const std::vector<std::string>& all() const { return tokens_; }

 private:
  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
};

}  // namespace cuda_front_end::ptx
