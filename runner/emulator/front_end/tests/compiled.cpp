#include "runner/emulator/front_end/tests/compiled.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "base/temporary_folder.hpp"

namespace cuda_front_end {

namespace {

/// The exit code of `command`, run in `folder`; -1 if a signal ended it.
int run_in(const base::TemporaryFolder& folder, const std::string& command) {
  const int status = std::system(fmt::format("cd '{}' && {}", folder.path(), command).c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

Outcome compile_and_run(const std::string& source, const std::string& options,
                        const std::map<std::string, std::string>& headers) {
  const base::TemporaryFolder folder;
  for (const auto& [path, text] : headers) {
    std::filesystem::create_directories(std::filesystem::path(folder / path).parent_path());
    folder.write(path, text);
  }
  folder.write("user.cu", source);
  Outcome outcome;
  const std::string command =
      fmt::format("LC_ALL=C '" EMULATOR "/compile' user.cu program {} 2> messages", options);
  outcome.compiled = run_in(folder, command) == 0;
  outcome.messages = base::contents_of(folder / "messages");
  if (!outcome.compiled) return outcome;
  outcome.exit_status = run_in(folder, "./program > output 2> error");
  outcome.output = base::contents_of(folder / "output");
  outcome.error = base::contents_of(folder / "error");
  return outcome;
}

}  // namespace cuda_front_end
