#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace cuda_emulator {

inline void append_part(std::string& text, std::string_view part) {
  text += part;
}
void append_part(std::string& text, std::integral auto number) {
  text += std::to_string(number);
}

/// Concatenates strings and integers.
template <class... Parts>
std::string joined(const Parts&... parts) {
  std::string text;
  (append_part(text, parts), ...);
  return text;
}

/// "1 byte", "2 bytes".
inline std::string counted_bytes(std::size_t bytes) {
  return joined(bytes, bytes == 1 ? " byte" : " bytes");
}

}  // namespace cuda_emulator
