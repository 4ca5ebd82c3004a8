#pragma once

#include <sys/types.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "base/descriptor.hpp"

namespace runner {

/// One output stream of the program: a pipe, which the keeper empties into a file. The program cannot reach
/// the file, its pages do not count as the program's memory, and no byte over the limit is kept except the
/// one that shows the excess.
class OutputPipe {
 public:
  /// Creates or empties the file `path`, which `option` named; the caller's own stream stays as it is. Throws Failure.
  OutputPipe(const std::string& option, const std::string& path, std::optional<std::int64_t> limit_bytes);

  /// The caller's own pipe, passed to the program: nothing passes through here. Throws Failure if it is not a
  /// pipe.
  static OutputPipe direct(const std::string& path);

  /// The end to write to; it can be taken once. `user` may then also open it by name, as /dev/stdout.
  base::Descriptor take_writing_end(uid_t user, gid_t group);
  int reading_end() const { return reading_.number(); }

  /// Moves what is in the pipe now, but no more than a pipe can hold; the number of bytes. Throws Failure
  /// when the file cannot be written.
  std::int64_t move_available();

  /// The number of bytes that the program wrote, up to one byte over the limit.
  std::int64_t bytes() const { return bytes_; }
  bool is_over_limit() const { return bytes_ > limit_bytes_; }

 private:
  explicit OutputPipe(base::Descriptor writing) : writing_(std::move(writing)) {}

  std::string path_;
  base::Descriptor file_, reading_, writing_;
  std::int64_t limit_bytes_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t bytes_ = 0;
};

}  // namespace runner
