#include "problems/common/generator.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include CATCH2_HEADER

namespace fs = std::filesystem;
using problems::Random;
using problems::TestCase;
using problems::Writer;

namespace {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "generator-test-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
    path_ = pattern;
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void write_number(Writer& out, Random& random) {
  out.integer(random.integer(0, 1'000'000'000));
  out.character('\n');
}

void write_half(Writer& out, Random&) {
  out.text(std::string(100'000, 'x'));  // more than the buffer: it is on its way to the file
  throw std::runtime_error("the case cannot be made");
}

const std::vector<TestCase> cases = {{"sample/01-one", 1, write_number},
                                     {"secret/01-two", 2, write_number},
                                     {"secret/02-three", 3, write_number}};

int run(std::vector<std::string> arguments, const std::vector<TestCase>& all = cases) {
  arguments.insert(arguments.begin(), "generate");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  return problems::generate(static_cast<int>(arguments.size()), argv.data(), all);
}

std::string content(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t files_in(const fs::path& folder) {
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) count += entry.is_regular_file();
  return count;
}

}  // namespace

TEST_CASE("every case is written, the same each time, and no other file") {
  const TemporaryFolder folder;
  const fs::path out = folder.path() / "not" / "yet";
  CHECK(run({"--out", out.string()}) == 0);
  CHECK(files_in(folder.path()) == 3);
  const std::string two = content(out / "secret" / "01-two.in");
  CHECK(two.size() > 1);
  CHECK(two != content(out / "secret" / "02-three.in"));
  CHECK(run({"--out", out.string()}) == 0);
  CHECK(content(out / "secret" / "01-two.in") == two);
  CHECK(files_in(folder.path()) == 3);
}

TEST_CASE("only the named cases are written") {
  const TemporaryFolder folder;
  CHECK(run({"--out", folder.path().string(), "--only", "secret/01-two", "--only", "sample/01-one"}) == 0);
  CHECK(files_in(folder.path()) == 2);
  CHECK(fs::exists(folder.path() / "sample" / "01-one.in"));
  CHECK(fs::exists(folder.path() / "secret" / "01-two.in"));
}

TEST_CASE("wrong use writes nothing") {
  const TemporaryFolder folder;
  const std::string out = folder.path().string();
  CHECK(run({}) == 2);
  CHECK(run({"--out"}) == 2);
  CHECK(run({"--out", out, "--only", "secret/01-two", "--only", "secret/01"}) == 2);
  CHECK(run({"--only", "secret/01-two"}) == 2);
  CHECK(run({"--list", "--out", out}) == 2);
  CHECK(run({"--out", out, "stray"}) == 2);
  CHECK(run({"--strange"}) == 2);
  CHECK(files_in(folder.path()) == 0);
  CHECK(run({"--list"}) == 0);
}

TEST_CASE("a case that fails leaves what was there") {
  const TemporaryFolder folder;
  const std::string out = folder.path().string();
  REQUIRE(run({"--out", out}) == 0);
  const std::string before = content(folder.path() / "sample" / "01-one.in");
  CHECK(run({"--out", out}, {{"sample/01-one", 1, write_half}}) == 1);
  CHECK(content(folder.path() / "sample" / "01-one.in") == before);
  CHECK(files_in(folder.path()) == 3);
}

TEST_CASE("a folder that cannot be made is an error") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "file") << "in the way";
  CHECK(run({"--out", (folder.path() / "file").string()}) == 1);
}

TEST_CASE("two cases of one name are an error in the program") {
  const TemporaryFolder folder;
  CHECK(run({"--out", folder.path().string()}, {cases[0], cases[1], cases[0]}) == 1);
  CHECK(files_in(folder.path()) == 0);
}
