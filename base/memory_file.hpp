#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "base/descriptor.hpp"

namespace base {

/// A file that exists in memory alone, for as long as the object lives.
class MemoryFile {
 public:
  /// Makes a file that holds `text`, and is read from its start. Throws std::runtime_error when it cannot be made.
  explicit MemoryFile(std::string_view text = {}) : file_(::memfd_create("memory-file", MFD_CLOEXEC)) {
    if (::write(descriptor(), text.data(), text.size()) != static_cast<ssize_t>(text.size()) ||
        ::lseek(descriptor(), 0, SEEK_SET) != 0) {
      throw std::runtime_error("cannot fill a file in memory");
    }
  }

  int descriptor() const { return file_.number(); }

  /// The descriptor, at the start of the file.
  int from_start() const {
    ::lseek(descriptor(), 0, SEEK_SET);
    return descriptor();
  }

  /// A path by which this process can open it again.
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor()); }

  /// Everything that has been written to it.
  std::string text() const {
    std::string all(static_cast<std::size_t>(::lseek(descriptor(), 0, SEEK_END)), '\0');
    if (::pread(descriptor(), all.data(), all.size(), 0) != static_cast<ssize_t>(all.size())) {
      throw std::runtime_error("cannot read a file in memory");
    }
    return all;
  }

 private:
  Descriptor file_;
};

}  // namespace base
