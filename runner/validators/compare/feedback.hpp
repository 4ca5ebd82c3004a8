#pragma once

#include <string>
#include <string_view>

namespace validator {

/// Throws std::runtime_error or std::system_error, naming the path, unless it is a writable directory.
void require_feedback_directory(const std::string& path);

/// Writes `message` and a line feed to DIRECTORY/judgemessage.txt, replacing its content. Throws
/// std::system_error, naming the file, on failure.
void write_judge_message(const std::string& directory, std::string_view message);

}  // namespace validator
