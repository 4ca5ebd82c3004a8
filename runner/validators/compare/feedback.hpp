#pragma once

#include <string>
#include <string_view>

namespace validator {

/// Throws std::runtime_error or std::system_error, naming the path, unless it is a directory to write to.
void require_feedback_directory(const std::string& path);

/// Writes `message` and a line feed to DIRECTORY/judgemessage.txt, in place of what was there. Throws
/// std::system_error, naming the file, when that cannot be done.
void write_judge_message(const std::string& directory, std::string_view message);

}  // namespace validator
