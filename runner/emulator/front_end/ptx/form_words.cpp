#include "runner/emulator/front_end/ptx/form_words.hpp"

namespace cuda_front_end::ptx {

Words split(std::string_view text, char separator) {
  Words parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

bool drop_suffix(std::string_view& text, char suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(1);
  return true;
}

bool is_one_of(std::string_view word, std::string_view alternatives) {
  const Words all = split(alternatives, '|');
  return std::find(all.begin(), all.end(), word) != all.end();
}

std::size_t words_of_name(const Instruction& instruction, std::string_view names) {
  std::size_t most = 0;
  for (std::string_view name : split(names, '|')) {
    const Words words = split(name, '.');
    if (words.size() <= instruction.words.size() &&
        std::equal(words.begin(), words.end(), instruction.words.begin()))
      most = std::max(most, words.size());
  }
  return most;
}

ModifiersAndTypes::ModifiersAndTypes(const Instruction& instruction, std::size_t words_of_name) {
  for (std::size_t i = words_of_name; i < instruction.words.size(); ++i) {
    const std::string_view word = instruction.words[i];
    if (const auto type = type_named(word)) {
      types.push_back(*type);
      type_names.push_back(word);
    } else {
      modifiers.push_back(word);
    }
  }
}

bool ModifiersAndTypes::has_one_of(std::string_view alternatives) const {
  return std::ranges::any_of(modifiers, [&](std::string_view word) { return is_one_of(word, alternatives); });
}

bool ModifiersAndTypes::has_cache_hint() const {
  return std::ranges::any_of(
      modifiers, [](std::string_view word) { return word.starts_with("L1::") || word.starts_with("L2::"); });
}

namespace {

/// Whether modifiers of different groups can be combined.
bool may_stand_together(const Instruction& instruction, const ModifiersAndTypes& words) {
  const std::string& name = instruction.words[0];
  const auto place = [&](std::string_view word) { return std::ranges::find(instruction.words, word); };
  const auto none = instruction.words.end();
  if (is_one_of(name, "ld|st|atom|red") && words.has_cache_hint())
    return !words.has_one_of("shared|shared::cta|shared::cluster|local|const");
  if (name == "mbarrier")
    return words.has_one_of("acquire|release|relaxed") == words.has_one_of("cta|cluster");
  if (name == "cvt" && words.has("tf32"))
    return place("tf32") < place("f32");  // the result's type comes first
  if (name == "cp") {                     // and its state space
    const bool to_global = words.has("bulk_group");
    const auto own = std::min(place("shared"), place("shared::cta")), cluster = place("shared::cluster"),
               global = place("global");
    if (global != none && std::min(own, cluster) != none)
      return (global < std::min(own, cluster)) == to_global;
    if (own != none && cluster != none) return cluster < own;
  }
  return true;
}

bool has_types(const ModifiersAndTypes& words, std::string_view types) {
  if (types == "*") return true;
  const Words groups = split(types, ' ');
  if (groups.size() != words.types.size()) return false;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!is_one_of(words.type_names[i], groups[i])) return false;
  }
  return true;
}

bool has_modifiers(const ModifiersAndTypes& words, std::string_view modifiers) {
  std::size_t found = 0;
  bool others = false;
  for (std::string_view group : split(modifiers, ' ')) {
    if (group == "*") {
      others = true;
      continue;
    }
    const bool optional = drop_suffix(group, '?');
    const auto count = static_cast<std::size_t>(
        std::count_if(words.modifiers.begin(), words.modifiers.end(),
                      [&](std::string_view word) { return is_one_of(word, group); }));
    if (count > 1 || (count == 0 && !optional)) return false;
    found += count;
  }
  return others || found == words.modifiers.size();
}

/// Whether a form of `name` has the word in a compound name, such as `mbarrier.init`.
bool is_in_names(const Form& form, std::string_view name, std::string_view word) {
  return std::ranges::any_of(split(form.names, '|'), [&](std::string_view each) {
    const Words words = split(each, '.');
    return words[0] == name && std::ranges::find(words.begin() + 1, words.end(), word) != words.end();
  });
}

}  // namespace

bool has_words(const Form& form, const Instruction& instruction, const ModifiersAndTypes& words) {
  return has_types(words, form.types) && has_modifiers(words, form.modifiers) &&
         may_stand_together(instruction, words);
}

bool has_name(const Form& form, std::string_view name) {
  return std::ranges::any_of(split(form.names, '|'),
                             [&](std::string_view each) { return each.substr(0, each.find('.')) == name; });
}

bool has_word(const Form& form, std::string_view name, std::string_view word) {
  const auto in = [&](std::string_view groups) {
    return std::ranges::any_of(split(groups, ' '), [&](std::string_view group) {
      drop_suffix(group, '?');
      return group != "*" && is_one_of(word, group);
    });
  };
  return in(form.modifiers) || in(form.types) || is_in_names(form, name, word);
}

}  // namespace cuda_front_end::ptx
