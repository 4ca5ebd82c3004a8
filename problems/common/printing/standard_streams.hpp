#pragma once

#include <string_view>

namespace problems {

/// Fills missing stdin, stdout and stderr with a descriptor that fails like a closed one; otherwise the next
/// opened file would get that number, and receive the answer. Call it before anything is opened.
void hold_closed_streams();

/// Writes the whole text to stdout. Throws std::system_error on failure.
void print_out(std::string_view text);

/// Writes a line to stderr. Returns whether that succeeded: if messages go nowhere, the exit code still
/// tells.
bool print_error_line(std::string_view line);

}  // namespace problems
