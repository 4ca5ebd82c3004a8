#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace base {

/// Whether `c` separates tokens: space, tab, line feed, vertical tab, form feed or carriage return, in every
/// locale.
inline bool is_white(char c) {
  const auto code = static_cast<unsigned char>(c);
  return (code == ' ') | (static_cast<unsigned char>(code - '\t') <= '\r' - '\t');
}

/// The number of places from `begin` to `end` for which `counts(place)`. Counted in bytes, which a compiler
/// can process many at a time.
template <class Counts>
std::size_t count_places(const char* begin, const char* end, Counts counts) {
  constexpr std::ptrdiff_t block_bytes =
      240;  // as many as a byte can count, and a multiple of the vector length
  std::size_t found = 0;
  while (begin != end) {
    const char* const stop = begin + std::min(block_bytes, end - begin);
    std::uint8_t in_block = 0;
    for (; begin != stop; ++begin) in_block = static_cast<std::uint8_t>(in_block + counts(begin));
    found += in_block;
  }
  return found;
}

inline std::size_t newlines_in(std::string_view text) {
  return count_places(text.data(), text.data() + text.size(), [](const char* at) { return *at == '\n'; });
}

/// How many tokens start in [begin, end), of which begin[-1] may be looked at.
inline std::size_t token_starts(const char* begin, const char* end) {
  return count_places(begin, end, [](const char* at) { return is_white(at[-1]) & !is_white(at[0]); });
}

}  // namespace base
