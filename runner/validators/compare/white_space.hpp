#pragma once

namespace validator {

/// Whether `c` separates tokens: space, tab, line feed, vertical tab, form feed or carriage return. The
/// locale has no say.
inline bool is_white(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code == ' ' || static_cast<unsigned char>(code - '\t') <= '\r' - '\t';
}

}  // namespace validator
