#include "runner/validators/compare/feedback.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "base/descriptor.hpp"

namespace validator {

namespace {

std::system_error failure(std::string_view what, const std::string& path) {
  return {errno, std::generic_category(), std::string(what) + ' ' + path};
}

}  // namespace

void require_feedback_directory(const std::string& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) throw failure("cannot use the feedback directory", path);
  if (!S_ISDIR(facts.st_mode)) {
    throw std::runtime_error("cannot use the feedback directory " + path + ": it is not a directory");
  }
  if (access(path.c_str(), W_OK | X_OK) != 0) throw failure("cannot write to the feedback directory", path);
}

void write_judge_message(const std::string& directory, std::string_view message) {
  const std::string path = directory + (directory.ends_with('/') ? "" : "/") + "judgemessage.txt";
  const base::Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.number() < 0) throw failure("cannot write", path);
  std::string text = std::string(message) + '\n';
  while (!text.empty()) {
    const ssize_t written = write(file.number(), text.data(), text.size());
    if (written < 0 && errno != EINTR) throw failure("cannot write", path);
    if (written > 0) text.erase(0, static_cast<std::size_t>(written));
  }
}

}  // namespace validator
