#pragma once

#include <string>

#include "base/descriptor.hpp"

namespace runner {

/// A file that a program leaves in its work directory, for its caller: what --keep names.
class KeptFile {
 public:
  /// Opens the caller's file, emptied, before anything starts; an empty path is none. Throws Failure.
  explicit KeptFile(const std::string& path);

  /// Copies the beginning of the file of the same name in the work directory. Called when the program and its
  /// descendants are gone. Nothing is copied if it is not a regular file or cannot be read.
  void copy_from(const base::Descriptor& work_dir) const;

 private:
  std::string path_;
  base::Descriptor file_;
};

}  // namespace runner
