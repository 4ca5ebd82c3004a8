#include "runner/sandbox/system/callers_stream.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/sandbox/system/errors.hpp"

namespace runner {

base::Descriptor callers_stream(const std::string& path) {
  const int stream = path == "/dev/stdout" ? STDOUT_FILENO : path == "/dev/stderr" ? STDERR_FILENO : -1;
  struct stat facts {};
  if (stream < 0 || fstat(stream, &facts) != 0) return base::Descriptor();
  // A pipe or a terminal is opened afresh: whether it blocks would otherwise be the caller's choice.
  if (!S_ISREG(facts.st_mode) && !S_ISSOCK(facts.st_mode)) return base::Descriptor();
  base::Descriptor same(fcntl(stream, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (same.number() < 0) throw system_failure("cannot duplicate " + path);
  return same;
}

}  // namespace runner
