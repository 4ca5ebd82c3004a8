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

/// Runs a program on the emulated device. It reads NAME.in next to its source, if there is one.
Outcome run(const std::filesystem::path& program, const std::filesystem::path& source);

/// The sources in these folders, in the order of their names.
std::vector<std::filesystem::path> sources_in(const std::vector<std::filesystem::path>& folders);

/// What the comments `// fault: KIND[, KIND]...` of a source say.
Faults marked_faults(const std::filesystem::path& source);

std::string contents(const std::filesystem::path& file);
