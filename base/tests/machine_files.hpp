#pragma once

#include <filesystem>
#include <string_view>

#include "base/temporary_folder.hpp"

/// A machine as its files describe it, in the form of proc(5) and cgroups(7), written by a test.
class MachineFiles {
 public:
  /// A machine whose /proc/meminfo says so, or that has none.
  explicit MachineFiles(std::string_view memory_information = {}) {
    if (!memory_information.empty()) write("proc/meminfo", memory_information);
  }

  void write(std::string_view name, std::string_view text) const {
    std::filesystem::create_directories(std::filesystem::path(folder_ / name).parent_path());
    folder_.write(name, text);
  }

  std::filesystem::path proc() const { return folder_ / "proc"; }
  std::filesystem::path groups() const { return folder_ / "groups"; }

 private:
  base::TemporaryFolder folder_;
};
