#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "base/file_mapping.hpp"
#include "runner/validators/compare/position.hpp"

namespace validator {

/// Reads an output through a window, and keeps count of lines and tokens. Of a regular file the window is all of
/// it, mapped; of a pipe it slides, so that gigabytes take little memory.
class OutputReader {
 public:
  /// The descriptor stays open and owned by the caller.
  explicit OutputReader(int descriptor, std::size_t block_bytes = default_block_bytes);

  /// Reads a complete text in memory.
  explicit OutputReader(std::string_view text);

  /// The text that was read and not consumed. Valid until the next extend().
  std::string_view window() const { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }

  /// Precondition: the window holds `count` bytes.
  void consume(std::size_t count) { begin_ += count; }

  /// Makes the window longer; false at the end of the file. Throws std::system_error when the file cannot be read.
  bool extend();

  /// The place of the first byte of the window.
  Position position() const;

  static constexpr std::size_t default_block_bytes = std::size_t{1} << 18;

 private:
  std::string_view consumed() const { return {counted_to_, static_cast<std::size_t>(begin_ - counted_to_)}; }

  base::FileMapping mapping_;
  std::unique_ptr<char[]> buffer_;
  std::size_t buffer_bytes_;
  Position counted_;                // all that came before the next two
  std::string_view mapped_before_;  // the mapped text, once a buffer follows it
  const char* counted_to_;
  const char* begin_;  // of the window
  const char* end_;
  int descriptor_ = -1;
  bool at_end_ = false;
};

}  // namespace validator
