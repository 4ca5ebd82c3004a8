/// Reads the text of LLVM's intermediate representation as clang emits it, as far as it is rewritten.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_front_end {

/// Calls `take` with each line of `text`, without its line ending.
template <class Take>
void visit_lines(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    take(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

/// The position of the bracket that closes the one at `open`; npos if none does. Skips quoted names and
/// strings.
std::size_t closing_bracket(std::string_view text, std::size_t open);

/// The end of the type that starts at `begin`: `i32`, `%struct.S*`, `[16 x float]`, `void (i8*)*`, `ptr`.
std::size_t type_end(std::string_view text, std::size_t begin);

/// The end of the name that starts with `@` or `%` at `begin`, and that may be quoted.
std::size_t name_end(std::string_view text, std::size_t begin);

/// Splits `text` at the commas outside all brackets, and trims the parts.
std::vector<std::string_view> split_at_commas(std::string_view text);

std::string_view without_blanks(std::string_view text);

/// The position of ` #` and the attribute group's number after the parameters of `define`; npos if it has
/// none.
std::size_t attributes_group(std::string_view define);

std::string_view digits_at(std::string_view text, std::size_t at);

/// Returns `text` without quoted names and strings.
std::string without_quoted(std::string_view text);

/// Whether `text` contains `word` with no letter, digit, dot or underscore next to it.
bool has_word(std::string_view text, std::string_view word);

/// Removes every such `word`, and one space after it, from `text`.
std::string without_word(std::string text, std::string_view word);

/// The number after `word`, as in `align 16`; 0 if there is none.
std::size_t number_after(std::string_view text, std::string_view word);

/// `i32*`, or `ptr` where pointers are opaque.
std::string pointer_to(std::string_view type, bool typed);

/// The name without its `@` and quotes.
std::string plain_name(std::string_view name);

}  // namespace cuda_front_end
