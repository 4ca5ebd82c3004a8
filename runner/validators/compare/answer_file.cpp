#include "runner/validators/compare/answer_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/descriptor.hpp"

namespace validator {

namespace {

std::system_error failure(const std::string& path) {
  return {errno, std::generic_category(), "cannot read the answer " + path};
}

std::string read_all(int descriptor, const std::string& path) {
  std::string text;
  char block[1 << 16];
  for (;;) {
    const ssize_t count = read(descriptor, block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw failure(path);
    if (count == 0) return text;
    text.append(block, static_cast<std::size_t>(count));
  }
}

}  // namespace

AnswerFile::AnswerFile(const std::string& path) {
  const base::Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) throw failure(path);
  mapping_ = base::FileMapping(file.number());
  if (mapping_.text().empty()) copy_ = read_all(file.number(), path);
}

}  // namespace validator
