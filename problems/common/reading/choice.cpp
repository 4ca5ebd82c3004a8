#include "problems/common/reading/choice.hpp"

#include <algorithm>

#include "problems/common/reading/input_error.hpp"

namespace problems {

std::optional<std::size_t> find_word(std::span<const std::string_view> words, std::string_view word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end()) return std::nullopt;
  return static_cast<std::size_t>(found - words.begin());
}

std::string one_of(std::string_view what, std::span<const std::string_view> words) {
  std::string list;
  for (const std::string_view word : words) list += (list.empty() ? "" : ", ") + quoted(word);
  return std::string(what) + " (one of " + list + ")";
}

}  // namespace problems
