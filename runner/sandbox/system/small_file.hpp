#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace runner {

/// The text of a file of /proc or of a cgroup; nullopt when it cannot be read, also when the process that it
/// describes ended meanwhile.
std::optional<std::string> read_small_file(const std::string& path);

/// Reads an open file, from its beginning.
std::optional<std::string> read_small_file(int descriptor);

/// Writes `text` in one call, as such files require; false with errno set when that fails.
bool write_small_file(const std::string& path, std::string_view text);

/// The number that follows `key` and blanks or a colon, at the beginning of a line: "oom_kill 1"; nullopt
/// when there is none. An empty key asks for the first number of the text.
std::optional<long long> number_after(std::string_view text, std::string_view key);

}  // namespace runner
