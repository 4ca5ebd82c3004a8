#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace validator {

/// A place in a text that is read from its beginning. Lines end with a line feed.
struct Position {
  std::size_t line = 1;       ///< counted from 1
  std::size_t tokens = 0;     ///< tokens that began on this line before this place
  bool inside_token = false;  ///< whether the character before this place belongs to a token

  /// Moves past `text`, which follows this place.
  void advance(std::string_view text);

  /// "line 3, token 2": the next token that begins on this line.
  std::string of_next_token() const;

  /// "line 3, after token 2" or "line 3, before token 1".
  std::string of_white_space() const;
};

}  // namespace validator
