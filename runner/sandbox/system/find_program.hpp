#pragma once

#include <optional>
#include <string>

namespace runner {

/// The absolute path of a program: a name without '/' is looked up in PATH, a relative path starts at the
/// current folder and is not searched for. nullopt: PATH does not lead to such a program.
std::optional<std::string> find_program(const std::string& name);

/// Why the file at `path` is not a program, as far as can
/// be determined without trying; empty when it may be one.
std::string explain_unusable_program(const std::string& path);

/// Why the program could not be executed, in words that name it.
std::string explain_exec_failure(const std::string& path, int error);

}  // namespace runner
