/// Matches the words of an instruction's name with a form.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "runner/emulator/front_end/ptx/form_table.hpp"
#include "runner/emulator/front_end/ptx/parse.hpp"
#include "runner/emulator/front_end/ptx/type.hpp"

namespace cuda_front_end::ptx {

using Words = std::vector<std::string_view>;

/// Splits `text` and drops empty parts.
Words split(std::string_view text, char separator);
bool drop_suffix(std::string_view& text, char suffix);
bool is_one_of(std::string_view word, std::string_view alternatives);

/// How many of the instruction's words belong to the form's longest matching name, such as `bar|bar.cta`; 0
/// if none matches.
std::size_t words_of_name(const Instruction& instruction, std::string_view names);

/// The instruction's words after its name, split into modifiers and types.
struct ModifiersAndTypes {
  Words modifiers, type_names;
  std::vector<Type> types;

  ModifiersAndTypes(const Instruction& instruction, std::size_t words_of_name);
  bool has(std::string_view modifier) const { return std::ranges::count(modifiers, modifier) > 0; }
  bool has_one_of(std::string_view alternatives) const;
  bool has_cache_hint() const;
};

/// Whether the words are those of the form.
bool has_words(const Form& form, const Instruction& instruction, const ModifiersAndTypes& words);

/// Whether a form has `name`, alone or as the first word of several.
bool has_name(const Form& form, std::string_view name);

/// Whether a form has the word, as a modifier or a type, or in a name such as `mbarrier.init` that starts
/// with `name`.
bool has_word(const Form& form, std::string_view name, std::string_view word);

}  // namespace cuda_front_end::ptx
