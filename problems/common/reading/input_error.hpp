#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace problems {

/// A place in the input, both counted from 1; a column is a byte.
struct Location {
  std::size_t line = 1;
  std::size_t column = 1;
};

/// The place that follows `text` when `text` begins at `from`. Lines end with LF.
Location location_after(Location from, std::string_view text);

/// The place that follows a text that begins at `from`, where `end` would follow it if it began at line 1, column 1.
Location location_after(Location from, Location end);

/// `text` in quotes for a message: shortened to a readable length, control and non-ASCII characters escaped.
std::string quoted(std::string_view text);

/// What a message says was found if the input has nothing more.
inline constexpr std::string_view end_of_input = "the end of the input";

/// The input is not what the problem says. `what()` is "line 2, column 5: expected ..., found ...".
struct InputError : std::runtime_error {
  InputError(Location at, std::string expected_text, std::string found_text);

  std::size_t line;
  std::size_t column;
  std::string expected;
  std::string found;
};

}  // namespace problems
