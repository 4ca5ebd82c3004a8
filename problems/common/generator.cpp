#include "problems/common/generator.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "problems/common/program_options.hpp"

namespace problems {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void throw_errno(const std::string& doing) {
  throw std::system_error(errno, std::generic_category(), doing);
}

/// A file that appears under its name only when it is complete.
class AtomicFile {
 public:
  explicit AtomicFile(fs::path path)
      : path_(std::move(path)), temporary_(path_.string() + fmt::format(".{}.tmp", ::getpid())) {
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor_ < 0) throw_errno("cannot create " + temporary_.string());
  }

  ~AtomicFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!complete_) ::unlink(temporary_.c_str());
  }

  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  int descriptor() const { return descriptor_; }

  void complete() {
    if (::close(std::exchange(descriptor_, -1)) != 0) throw_errno("cannot write " + temporary_.string());
    fs::rename(temporary_, path_);
    complete_ = true;
  }

 private:
  fs::path path_;
  fs::path temporary_;
  int descriptor_ = -1;
  bool complete_ = false;
};

void write_case(const TestCase& test, const fs::path& folder) {
  const fs::path path = folder / (std::string(test.name) + ".in");
  fs::create_directories(path.parent_path());
  AtomicFile file(path);
  Writer writer(file.descriptor());
  Random random(test.seed);
  test.write(writer, random);
  writer.flush();
  file.complete();
}

bool has_name(const TestCase& test, std::string_view name) {
  return test.name == name;
}

void require_distinct_names(std::span<const TestCase> cases) {
  std::vector<std::string_view> names;
  for (const TestCase& test : cases) names.push_back(test.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end()) throw std::logic_error(fmt::format("two test cases are named \"{}\"", *twice));
}

}  // namespace

int generate(int argc, char** argv, std::span<const TestCase> cases) {
  CLI::App app("Writes the test inputs of a problem.");
  bool list = false;
  std::string folder;
  std::vector<std::string> only;
  auto* list_option = app.add_flag("--list", list, "print the names of the test cases");
  auto* out_option =
      app.add_option("--out", folder, "write DIR/NAME.in for every test case")->type_name("DIR");
  app.add_option("--only", only, "write only this test case (repeatable)")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->needs(out_option);
  list_option->excludes(out_option);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_done : exit_bad_input;
  }
  for (const std::string& name : only) {
    if (std::none_of(cases.begin(), cases.end(),
                     [&](const TestCase& test) { return has_name(test, name); })) {
      fmt::print(stderr, "--only: there is no test case \"{}\"; --list prints the names\n", name);
      return exit_bad_input;
    }
  }
  if (list) {
    for (const TestCase& test : cases) fmt::print("{}\n", test.name);
    return exit_done;
  }
  if (folder.empty()) {
    fmt::print(stderr, "expected --list or --out DIR; --help explains them\n");
    return exit_bad_input;
  }
  try {
    require_distinct_names(cases);
    for (const TestCase& test : cases) {
      const bool wanted = only.empty() || std::any_of(only.begin(), only.end(), [&](const std::string& name) {
                            return has_name(test, name);
                          });
      if (wanted) write_case(test, folder);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return exit_failed;
  }
  return exit_done;
}

}  // namespace problems
