#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace problems {

/// The index of `word` among `words`; nothing if it is not there.
std::optional<std::size_t> find_word(std::span<const std::string_view> words, std::string_view word);

/// What an error says was expected: `what (one of "sum", "product")`.
std::string one_of(std::string_view what, std::span<const std::string_view> words);

}  // namespace problems
