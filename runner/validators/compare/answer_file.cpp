#include "runner/validators/compare/answer_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/descriptor.hpp"

namespace validator {

namespace {

std::system_error failure(const std::string& path) {
  return {errno, std::generic_category(), fmt::format("cannot read the answer {}", path)};
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
  struct stat facts {};
  if (fstat(file.number(), &facts) != 0) throw failure(path);
  const auto size = static_cast<std::size_t>(facts.st_size);
  if (S_ISREG(facts.st_mode) && size > 0) {
    void* const mapping = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (mapping != MAP_FAILED) {
      mapping_ = mapping;
      text_ = {static_cast<const char*>(mapping), size};
      madvise(mapping, size, MADV_SEQUENTIAL);
      return;
    }
  }
  copy_ = read_all(file.number(), path);
  text_ = copy_;
}

AnswerFile::~AnswerFile() {
  if (mapping_ != nullptr) munmap(mapping_, text_.size());
}

}  // namespace validator
