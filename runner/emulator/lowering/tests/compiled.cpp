#include "runner/emulator/lowering/tests/compiled.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace cuda_emulator::lowering {

namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "emulated-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make " + pattern);
    path_ = pattern;
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  int run(const std::string& command) const {
    const int status = std::system(fmt::format("cd '{}' && {}", path_.string(), command).c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::string contents(const std::string& name) const {
    std::ifstream file(path_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }

 private:
  fs::path path_;
};

}  // namespace

Outcome compile_and_run(const std::string& source, Build build) {
  const Folder folder;
  folder.write("user.cu", source);
  std::string compile = EMULATOR "/compile";
  if (build == Build::without_thrust) {
    folder.run("mkdir emulator && ln -s '" EMULATOR "'/* emulator && rm emulator/thrust-compile-flags");
    folder.write("emulator/thrust-compile-flags", "\n");
    compile = "emulator/compile";
  }
  Outcome outcome;
  outcome.compiled = folder.run("LC_ALL=C '" + compile + "' user.cu program 2> messages") == 0;
  outcome.messages = folder.contents("messages");
  if (!outcome.compiled) return outcome;
  outcome.exit_status = folder.run("./program > output 2> error");
  outcome.output = folder.contents("output");
  outcome.error = folder.contents("error");
  return outcome;
}

}  // namespace cuda_emulator::lowering
