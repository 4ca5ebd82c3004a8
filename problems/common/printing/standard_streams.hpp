#pragma once

#include <string_view>

namespace problems {

/// What stdin, stdout and stderr lack is filled in by a descriptor that fails like a closed one: otherwise the next file to
/// be opened would take its number, and get the answer. To be called before anything is opened.
void hold_closed_streams();

/// Writes all of the text to stdout. Throws std::system_error where that cannot be done.
void print_out(std::string_view text);

/// Writes a line to stderr. Returns whether that could be done: where messages go nowhere the exit code still tells.
bool print_error_line(std::string_view line);

}  // namespace problems
