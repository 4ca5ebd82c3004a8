#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// Line and kind of what is wrong with a program.
using Faults = std::set<std::pair<int, std::string>>;

/// What a run of a program left.
struct Outcome {
  int exit_status = -1;  ///< -1: ended by a signal
  std::string output, error;
  Faults findings;            ///< in the program's own source
  std::string findings_text;  ///< all of them
};

/// Runs a program on the emulated device; with `races`, it looks for races in shared memory.
Outcome run(const std::filesystem::path& program, bool races);

/// The sources in a folder, in the order of their names.
std::vector<std::filesystem::path> sources_in(const std::filesystem::path& folder);

/// What the comments `// fault: KIND[, KIND]...` of a source say.
Faults marked_faults(const std::filesystem::path& source);

std::string contents(const std::filesystem::path& file);
