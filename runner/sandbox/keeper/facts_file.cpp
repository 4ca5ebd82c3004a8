#include "runner/sandbox/keeper/facts_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

#include "runner/sandbox/system/callers_stream.hpp"
#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/write_all.hpp"

namespace runner {

FactsFile::FactsFile(std::string path) : path_(std::move(path)) {
  struct stat old {};
  // Links are not followed: /dev/stdout often leads to a regular file, which must not be replaced.
  const bool regular = lstat(path_.c_str(), &old) != 0 || S_ISREG(old.st_mode);
  if (regular) {
    unlink(path_.c_str());
    partial_ = path_ + ".partial";
  }
  const std::string& target = regular ? partial_ : path_;
  const int flags = regular ? O_CREAT | O_TRUNC | O_NOFOLLOW : O_APPEND;
  file_ = callers_stream(path_);
  if (file_.number() < 0)
    file_ = base::Descriptor(open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | flags, 0666));
  if (file_.number() < 0) throw system_failure("cannot open --facts " + target);
}

FactsFile::~FactsFile() {
  if (!partial_.empty()) unlink(partial_.c_str());
}

void FactsFile::publish(const std::string& text) {
  if (!partial_.empty() && ftruncate(file_.number(), 0) != 0)
    throw system_failure("cannot empty " + partial_);
  write_all(file_.number(), text, "--facts " + path_);
  if (partial_.empty()) return;
  if (rename(partial_.c_str(), path_.c_str()) != 0) throw system_failure("cannot put the facts at " + path_);
  partial_.clear();
  struct stat ours {
  }, placed{};
  const bool known = fstat(file_.number(), &ours) == 0 && lstat(path_.c_str(), &placed) == 0;
  if (!known || ours.st_dev != placed.st_dev || ours.st_ino != placed.st_ino) {
    unlink(path_.c_str());
    throw Failure("the program replaced the facts file " + path_ + " while it ran");
  }
}

}  // namespace runner
