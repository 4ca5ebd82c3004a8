#include "runner/sandbox/system/copy_tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/write_all.hpp"

namespace runner {
namespace {

constexpr int deepest = 16;

std::vector<std::string> names_in(const base::Descriptor& folder) {
  // A descriptor of its own: reading moves its position, and closes it.
  const int number = openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(number < 0 ? nullptr : fdopendir(number), closedir);
  std::vector<std::string> names;
  if (!entries) return names;
  while (const dirent* entry = readdir(entries.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  return names;
}

class Copying {
 public:
  explicit Copying(std::int64_t most_bytes) : left_(most_bytes) {}

  void folder(const base::Descriptor& from, const base::Descriptor& to, int depth) {
    for (const std::string& name : names_in(from)) {
      const base::Descriptor source(
          openat(from.number(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
      struct stat facts {};
      if (source.number() < 0 || fstat(source.number(), &facts) != 0) continue;
      if (S_ISDIR(facts.st_mode) && depth < deepest) {
        if (mkdirat(to.number(), name.c_str(), 0755) != 0)
          throw system_failure("cannot make the folder " + name);
        const base::Descriptor copy(openat(to.number(), name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        folder(source, copy, depth + 1);
      } else if (S_ISREG(facts.st_mode)) {
        const base::Descriptor copy(
            openat(to.number(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
        if (copy.number() < 0) throw system_failure("cannot make the file " + name);
        file(source, copy, name);
      }
    }
  }

 private:
  void file(const base::Descriptor& from, const base::Descriptor& to, const std::string& name) {
    std::array<char, 1 << 16> block{};
    while (left_ > 0) {
      const auto room = std::min<std::int64_t>(left_, static_cast<std::int64_t>(block.size()));
      const ssize_t size = read(from.number(), block.data(), static_cast<std::size_t>(room));
      if (size <= 0) return;
      write_all(to.number(), {block.data(), static_cast<std::size_t>(size)}, name);
      left_ -= size;
    }
  }

  std::int64_t left_;
};

}  // namespace

std::optional<base::Descriptor> open_folder(const std::string& option, const std::string& path) {
  if (path.empty()) return std::nullopt;
  base::Descriptor folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.number() < 0) throw system_failure(option + " " + path);
  return folder;
}

void copy_tree(const base::Descriptor& from, const base::Descriptor& to, std::int64_t most_bytes) {
  Copying(most_bytes).folder(from, to, 0);
}

}  // namespace runner
