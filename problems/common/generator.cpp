#include "problems/common/generator.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "problems/common/program_options.hpp"

namespace problems {
namespace {

void print_case(const TestCase& test) {
  Writer writer(STDOUT_FILENO);
  Random random(test.seed);
  test.write(writer, random);
  writer.flush();
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
  CLI::App app("Makes the test inputs of a problem.");
  bool list = false;
  std::string name;
  auto* list_option = app.add_flag("--list", list, "print the names of the test cases");
  app.add_option("--print", name, "print the input of this test case")
      ->type_name("NAME")
      ->excludes(list_option);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? exit_done : exit_bad_input;
  }
  try {
    require_distinct_names(cases);
    if (list) {
      for (const TestCase& test : cases) fmt::print("{}\n", test.name);
      return exit_done;
    }
    if (name.empty()) {
      fmt::print(stderr, "expected --list or --print NAME; --help explains them\n");
      return exit_bad_input;
    }
    const auto test =
        std::find_if(cases.begin(), cases.end(), [&](const TestCase& one) { return one.name == name; });
    if (test == cases.end()) {
      fmt::print(stderr, "--print: there is no test case \"{}\"; --list prints the names\n", name);
      return exit_bad_input;
    }
    print_case(*test);
    return exit_done;
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return exit_failed;
  }
}

}  // namespace problems
