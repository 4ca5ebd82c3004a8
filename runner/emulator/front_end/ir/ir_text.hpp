/// Reading the text of LLVM's intermediate representation, as clang writes it: as much of it as is rewritten.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_front_end {

/// Calls `take` with each line of `text`, without its end.
template <class Take>
void visit_lines(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    take(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

/// Where the bracket at `open` is closed; npos if it is not. Quoted names and strings are passed over.
std::size_t closing_bracket(std::string_view text, std::size_t open);

/// The end of the type that begins at `begin`: `i32`, `%struct.S*`, `[16 x float]`, `void (i8*)*`, `ptr`.
std::size_t type_end(std::string_view text, std::size_t begin);

/// The end of the name that begins with `@` or `%` at `begin`, which may be in quotes.
std::size_t name_end(std::string_view text, std::size_t begin);

/// The parts of `text` between commas that no bracket encloses, without blanks around them.
std::vector<std::string_view> split_at_commas(std::string_view text);

std::string_view without_blanks(std::string_view text);

/// Where ` #` and the number of the group of attributes begin, behind the parameters of `define`; npos: it has none.
std::size_t attributes_group(std::string_view define);

std::string_view digits_at(std::string_view text, std::size_t at);

/// `text` without names and strings in quotes.
std::string without_quoted(std::string_view text);

/// Whether `word` stands in `text` with neither a letter, a digit, a dot nor an underscore around it.
bool has_word(std::string_view text, std::string_view word);

/// `text` with each such `word`, and one blank after it, taken out.
std::string without_word(std::string text, std::string_view word);

/// The number after `word`, as in `align 16`; 0 if there is none.
std::size_t number_after(std::string_view text, std::string_view word);

/// `i32*`, or `ptr` where pointers have no types of what they point to.
std::string pointer_to(std::string_view type, bool typed);

/// The name without its `@` and quotes.
std::string plain_name(std::string_view name);

}  // namespace cuda_front_end
