#include "problems/common/frame/generator.hpp"

#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include CATCH2_HEADER

using problems::Random;
using problems::TestCase;
using problems::Writer;

namespace {

void write_number(Writer& out, Random& random) {
  out.integer(random.integer(0, 1'000'000'000));
  out.character('\n');
}

void write_half(Writer& out, Random&) {
  out.text(std::string(100'000, 'x'));  // more than the buffer: it is on its way
  throw std::runtime_error("the case cannot be made");
}

const std::vector<TestCase> cases = {{"sample/01-one", 1, write_number},
                                     {"secret/01-two", 2, write_number},
                                     {"secret/02-three", 3, write_number}};

struct Run {
  int exit_code;
  std::string printed;
};

/// Runs the generator in this process, its standard output going to a file.
Run run(std::vector<std::string> arguments, const std::vector<TestCase>& all = cases) {
  arguments.insert(arguments.begin(), "generate");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);

  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  std::fflush(stdout);
  const int kept = ::dup(STDOUT_FILENO);
  REQUIRE(::dup2(::fileno(file), STDOUT_FILENO) == STDOUT_FILENO);
  Run done{problems::generate(static_cast<int>(arguments.size()), argv.data(), all), {}};
  std::fflush(stdout);
  ::dup2(kept, STDOUT_FILENO);
  ::close(kept);

  std::rewind(file);
  for (int byte = std::fgetc(file); byte != EOF; byte = std::fgetc(file)) {
    done.printed += static_cast<char>(byte);
  }
  std::fclose(file);
  return done;
}

}  // namespace

TEST_CASE("a case is printed, the same each time, and unlike the others") {
  const Run two = run({"--print", "secret/01-two"});
  CHECK(two.exit_code == 0);
  CHECK(two.printed.size() > 1);
  CHECK(two.printed.back() == '\n');
  CHECK(two.printed == run({"--print", "secret/01-two"}).printed);
  CHECK(two.printed != run({"--print", "secret/02-three"}).printed);
}

TEST_CASE("the names of all cases are listed in their order") {
  const Run list = run({"--list"});
  CHECK(list.exit_code == 0);
  CHECK(list.printed == "sample/01-one\nsecret/01-two\nsecret/02-three\n");
}

TEST_CASE("wrong use makes no case") {
  const std::vector<std::vector<std::string>> wrong = {{},
                                                       {"--print"},
                                                       {"--print", "secret/01"},
                                                       {"--list", "--print", "secret/01-two"},
                                                       {"--print", "secret/01-two", "stray"},
                                                       {"--strange"}};
  for (const auto& arguments : wrong) {
    const Run done = run(arguments);
    CHECK(done.exit_code == 2);
    CHECK(done.printed.find_first_of("0123456789") == std::string::npos);
  }
}

TEST_CASE("a case that cannot be made is an error, whatever was printed of it") {
  CHECK(run({"--print", "sample/01-one"}, {{"sample/01-one", 1, write_half}}).exit_code == 1);
}

TEST_CASE("two cases of one name are an error in the program") {
  const Run done = run({"--print", "sample/01-one"}, {cases[0], cases[1], cases[0]});
  CHECK(done.exit_code == 1);
  CHECK(done.printed.empty());
}
