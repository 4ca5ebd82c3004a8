#pragma once

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

namespace base {

/// The whole content of a file; empty when it cannot be read, like a file in /proc of a process that has
/// ended.
inline std::string contents_of(const std::filesystem::path& path) {
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();  // if the buffer throws, the stream records it
  return text.str();
}

/// A folder that is removed, with its content, at the end of the object's life.
class TemporaryFolder {
 public:
  /// Throws std::system_error when it cannot be made.
  TemporaryFolder() {
    if (mkdtemp(path_.data()) == nullptr) {
      throw std::system_error(errno, std::generic_category(), "cannot make the folder " + path_);
    }
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }

  /// The path of `name` in it.
  std::string operator/(std::string_view name) const { return std::filesystem::path(path_) / name; }

  /// Writes a file; returns its path.
  std::string write(std::string_view name, std::string_view text) const {
    const std::string path = *this / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

 private:
  std::string path_ = std::filesystem::temp_directory_path() / "test-of-judge-XXXXXX";
};

}  // namespace base
