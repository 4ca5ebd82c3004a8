#pragma once

#include <span>
#include <string>
#include <string_view>

namespace problems {

/// The word that `typed` was meant to be: the nearest by Levenshtein's edit distance (Soviet Physics Doklady 10,
/// 1966), if no more than a third of the letters differ; else empty.
std::string_view nearest_word(std::string_view typed, std::span<const std::string> words);

}  // namespace problems
