#pragma once

#include <string>

#include "base/descriptor.hpp"

namespace runner {

/// The file that receives the facts: opened before the program starts, in place only once it is complete.
/// Until then the facts are in `<path>.partial`; an existing file at `path` is removed first, so that old
/// facts are never taken for new ones. A path that is not a regular file (/dev/stdout, a pipe) is written to
/// directly.
class FactsFile {
 public:
  /// Throws Failure when the file cannot be created.
  explicit FactsFile(std::string path);
  FactsFile(const FactsFile&) = delete;
  FactsFile& operator=(const FactsFile&) = delete;
  ~FactsFile();

  /// Writes the text and puts the file in its place. Throws Failure, also when the program has put a file of
  /// its own there: call it when no process is left that could.
  void publish(const std::string& text);

 private:
  std::string path_;
  std::string partial_;  ///< empty: nothing to put in place
  base::Descriptor file_;
};

}  // namespace runner
