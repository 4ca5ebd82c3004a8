#pragma once

#include <string>
#include <string_view>

#include "base/file_mapping.hpp"

namespace validator {

/// The contents of the answer file: mapped, or read where a file cannot be mapped (a pipe).
class AnswerFile {
 public:
  /// Throws std::system_error, naming the file, when it cannot be read.
  explicit AnswerFile(const std::string& path);
  std::string_view text() const { return mapping_.text().empty() ? copy_ : mapping_.text(); }

 private:
  base::FileMapping mapping_;
  std::string copy_;  // where nothing is mapped
};

}  // namespace validator
