#include "runner/sandbox/keeper/kept_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <utility>
#include <vector>

#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/write_all.hpp"

namespace runner {
namespace {

constexpr std::size_t most_bytes = 64 << 10;

/// None if there is no such regular file: a link would lead to one of the machine's, a FIFO would block.
base::Descriptor open_ordinary_file(const base::Descriptor& folder, const std::string& name) {
  base::Descriptor file(
      openat(folder.number(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  struct stat facts {};
  const bool is_ordinary = file.number() >= 0 && fstat(file.number(), &facts) == 0 && S_ISREG(facts.st_mode);
  return is_ordinary ? std::move(file) : base::Descriptor();
}

}  // namespace

KeptFile::KeptFile(const std::string& path) : path_(path) {
  if (path.empty()) return;
  file_ = base::Descriptor(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666));
  if (file_.number() < 0) throw system_failure("cannot open --keep " + path);
}

void KeptFile::copy_from(const base::Descriptor& work_dir) const {
  if (file_.number() < 0 || work_dir.number() < 0) return;
  const base::Descriptor left = open_ordinary_file(work_dir, std::filesystem::path(path_).filename());
  if (left.number() < 0) return;
  std::vector<char> text(most_bytes);
  const ssize_t size = read(left.number(), text.data(), text.size());
  if (size > 0) write_all(file_.number(), {text.data(), static_cast<std::size_t>(size)}, "--keep " + path_);
}

}  // namespace runner
