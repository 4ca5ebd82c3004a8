#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "runner/validators/compare/position.hpp"

namespace validator {

/// Reads a file or a pipe through a window that slides, so that gigabytes take little memory, and keeps count
/// of lines and tokens.
class OutputReader {
 public:
  /// The descriptor stays open and owned by the caller.
  explicit OutputReader(int descriptor, std::size_t block_bytes = std::size_t{1} << 18);

  /// What has been read and not consumed. Valid until the next extend().
  std::string_view window() const { return {buffer_.data() + begin_, end_ - begin_}; }

  /// Precondition: the window holds `count` bytes.
  void consume(std::size_t count) { begin_ += count; }

  /// Makes the window longer, the buffer too when it is full; false at the end of the file. Throws
  /// std::system_error when the file cannot be read.
  bool extend();

  /// The place of the first byte of the window.
  Position position() const;

 private:
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of the window in buffer_
  std::size_t end_ = 0;
  Position buffer_position_;  // of the first byte of buffer_
  int descriptor_;
  bool at_end_ = false;
};

}  // namespace validator
