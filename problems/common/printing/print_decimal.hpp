#pragma once

namespace problems {

/// Writes the shortest text that reads back to the same value and, among those, the one nearest to it: the
/// same text as std::to_chars. Returns its end; touches at most print_room_bytes.
char* print_decimal(char* out, float value);
char* print_decimal(char* out, double value);

}  // namespace problems
