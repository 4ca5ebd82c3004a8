#include "runner/sandbox/keeper/output_pipe.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "runner/sandbox/system/callers_stream.hpp"
#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/write_all.hpp"

namespace runner {
namespace {

/// The size of a pipe, as large as an ordinary user may make it: the fewer
/// times a program has to wait for the keeper, the better.
constexpr int pipe_bytes = 1 << 20;

}  // namespace

OutputPipe::OutputPipe(const std::string& option, const std::string& path,
                       std::optional<std::int64_t> limit_bytes)
    : path_(path),
      file_(callers_stream(path)),
      limit_bytes_(limit_bytes.value_or(std::numeric_limits<std::int64_t>::max() - 1)) {
  if (file_.number() < 0)
    file_ = base::Descriptor(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666));
  if (file_.number() < 0) throw system_failure(fmt::format("cannot open {} {}", option, path));
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw system_failure("cannot make a pipe");
  reading_ = base::Descriptor(ends[0]);
  writing_ = base::Descriptor(ends[1]);
  // Only this end: whether a descriptor blocks is kept with the opened end, not with the pipe.
  if (fcntl(ends[0], F_SETFL, O_NONBLOCK) != 0) throw system_failure("cannot set up a pipe");
  fcntl(ends[0], F_SETPIPE_SZ, pipe_bytes);  // a smaller one will do, too
}

OutputPipe OutputPipe::direct(const std::string& path) {
  base::Descriptor writing(open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (writing.number() < 0) throw system_failure("cannot open --stdout " + path);
  struct stat facts {};
  if (fstat(writing.number(), &facts) != 0 || !S_ISFIFO(facts.st_mode)) {
    throw Failure(fmt::format("--stdout {} is not a pipe, as --direct-stdout requires", path));
  }
  return OutputPipe(std::move(writing));
}

base::Descriptor OutputPipe::take_writing_end(uid_t user, gid_t group) {
  if (geteuid() == 0 && fchown(writing_.number(), user, group) != 0)
    throw system_failure("cannot give away a pipe");
  return std::move(writing_);
}

std::int64_t OutputPipe::move_available() {
  static std::array<char, pipe_bytes> buffer;  // takes no memory before it is used, nor time
  std::int64_t moved = 0;
  if (reading_.number() < 0) return 0;
  while (moved < pipe_bytes && !is_over_limit()) {
    const std::int64_t room = std::min<std::int64_t>(pipe_bytes, limit_bytes_ + 1 - bytes_);
    const ssize_t count = read(reading_.number(), buffer.data(), static_cast<std::size_t>(room));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno != EAGAIN) throw system_failure("cannot read the program's output");
    if (count <= 0) break;
    write_all(file_.number(), {buffer.data(), static_cast<std::size_t>(count)}, path_);
    bytes_ += count;
    moved += count;
  }
  return moved;
}

}  // namespace runner
