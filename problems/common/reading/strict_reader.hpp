#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "problems/common/reading/input_error.hpp"

namespace problems {

/// Reads an input that must be correct to the byte, for input validators. Blanks are never skipped: each one
/// must be read explicitly. Anything unexpected throws InputError; `what` names the item in it.
class StrictReader {
 public:
  /// Reads the whole of a file or a pipe into memory; the descriptor stays the caller's.
  explicit StrictReader(int descriptor);
  explicit StrictReader(std::string_view text);

  /// An integer from `min` to `max` in its only spelling: no '+', no leading zeros, no "-0".
  template <class T>
  T integer(T min, T max, std::string_view what);

  /// A decimal number from `min` to `max`: an optional '-', an integer part without needless zeros, an
  /// optional '.' with digits after it, an optional exponent.
  double decimal(double min, double max, std::string_view what);

  /// Reads a number without an exponent and with at most `max_fraction_digits` digits after the '.'.
  double fixed_point(double min, double max, std::size_t max_fraction_digits, std::string_view what);

  /// The printable ASCII characters, at least one, up to the next other character.
  std::string_view word(std::string_view what);

  /// The whole of one of `words`; returns its index.
  std::size_t choice(std::span<const std::string_view> words, std::string_view what);

  /// Whether an ASCII letter comes next.
  bool next_is_letter() const;

  /// One character of `allowed`.
  char character(std::string_view allowed, std::string_view what);

  void space();
  void newline();
  void end();
  bool at_end() const;

 private:
  std::string text_;
  std::size_t position_ = 0;

  std::string_view item() const;
  [[noreturn]] void fail(std::string expected) const;
};

/// The body of an input validator: runs `check` on stdin, or with the flag --large `check_large`, then expects its
/// end. Returns the exit code: 42 when the input is valid; 43 when not, with place, expected and found on stderr; 2
/// when used wrongly.
int validate_input(int argc, char** argv, void (*check)(StrictReader&),
                   void (*check_large)(StrictReader&) = nullptr);

}  // namespace problems
