#pragma once

#include <string>
#include <string_view>

namespace validator {

/// The contents of the answer file: mapped, or read where a file cannot be mapped (a pipe).
class AnswerFile {
 public:
  /// Throws std::system_error, naming the file, when it cannot be read.
  explicit AnswerFile(const std::string& path);
  ~AnswerFile();
  AnswerFile(const AnswerFile&) = delete;
  AnswerFile& operator=(const AnswerFile&) = delete;

  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
  std::string copy_;
  void* mapping_ = nullptr;
};

}  // namespace validator
