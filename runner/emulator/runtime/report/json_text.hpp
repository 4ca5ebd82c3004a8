#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace cuda_emulator {

/// Quotes `text` as a JSON string. It uses no library, because findings are reported in fault handlers and on
/// the stacks of CUDA threads, and because every program would have to link that library.
inline std::string json_text(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      json += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      json += escape;
    } else {
      json += c;
    }
  }
  json += '"';
  return json;
}

}  // namespace cuda_emulator
