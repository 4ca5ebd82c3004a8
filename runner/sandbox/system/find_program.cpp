#include "runner/sandbox/system/find_program.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace runner {

std::optional<std::string> find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return std::filesystem::absolute(name).lexically_normal().string();
  const char* search = std::getenv("PATH");
  const std::string_view folders = search ? search : "/usr/bin:/bin";
  for (std::size_t start = 0; start <= folders.size();) {
    const std::size_t colon = std::min(folders.find(':', start), folders.size());
    const std::filesystem::path folder(folders.substr(start, colon - start));
    const auto candidate = std::filesystem::absolute(folder / name);
    struct stat facts {};
    if (stat(candidate.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) &&
        access(candidate.c_str(), X_OK) == 0) {
      return candidate.string();
    }
    start = colon + 1;
  }
  return std::nullopt;
}

std::string explain_unusable_program(const std::string& path) {
  struct stat facts {};
  if (stat(path.c_str(), &facts) != 0) return explain_exec_failure(path, errno);
  if (!S_ISREG(facts.st_mode)) return explain_exec_failure(path, EACCES);
  return {};
}

std::string explain_exec_failure(const std::string& path, int error) {
  std::string text = fmt::format("cannot start '{}': {}", path, std::generic_category().message(error));
  if (error == ENOENT && access(path.c_str(), F_OK) == 0) {
    text += " (the file is there; the interpreter or loader that it names is not)";
  }
  struct stat facts {};
  if (error == EACCES && stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) &&
      (facts.st_mode & S_IXOTH) == 0) {
    text += fmt::format(" (its mode is {:04o}: chmod 0755)", facts.st_mode & 07777);
  }
  return text;
}

}  // namespace runner
