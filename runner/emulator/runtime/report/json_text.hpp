#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace cuda_emulator {

/// `text` as a string of JSON, in quotes. Not by a library: findings are reported from the handler of a fault
/// and on stacks of CUDA threads, and what this library needs every program has to be linked with.
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
