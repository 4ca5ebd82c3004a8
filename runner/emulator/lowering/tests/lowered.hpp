#pragma once

#include <cctype>
#include <string>
#include <string_view>

#include "runner/emulator/lowering/lower.hpp"

namespace cuda_emulator::lowering {

/// A text without the white space that separates no words.
inline std::string squeezed(std::string_view text) {
  const auto in_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::string result;
  bool blank = false;
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      blank = true;
      continue;
    }
    if (blank && !result.empty() && in_word(result.back()) && in_word(c)) result += ' ';
    result += c;
    blank = false;
  }
  return result;
}

/// The lowered source without its `#line` directives, squeezed.
inline std::string plain(std::string_view source) {
  const std::string lowered = lower(source, "user.cu");
  std::string text;
  for (std::size_t begin = 0; begin < lowered.size();) {
    const std::size_t end = std::min(lowered.find('\n', begin), lowered.size());
    const std::string line = lowered.substr(begin, end - begin);
    if (!line.starts_with("#line ")) text += line + '\n';
    begin = end + 1;
  }
  return squeezed(text);
}

}  // namespace cuda_emulator::lowering
