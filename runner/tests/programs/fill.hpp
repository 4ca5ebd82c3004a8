#pragma once

#include <cstdlib>
#include <cstring>

/// The bytes of as many MiB as a word of the command line says.
inline std::size_t mebibytes(const char* word) {
  return std::strtoul(word, nullptr, 10) << 20;
}

/// Touches all of `memory`.
inline void fill(void* memory, std::size_t bytes) {
  std::memset(memory, 1, bytes);
}
