#include "problems/common/generator.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "problems/common/program_options.hpp"
#include "problems/common/standard_streams.hpp"

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
  std::string name, help;
  auto* list_option = app.add_flag("--list", list, "print the names of the test cases");
  app.add_option("--print", name, "print the input of this test case")
      ->type_name("NAME")
      ->excludes(list_option);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    help = app.help();
  } catch (const CLI::ParseError& error) {
    print_error_line(fmt::format("{}; --help explains the options", error.what()));
    return exit_bad_input;
  }
  try {
    if (!help.empty()) {
      print_out(help);
      return exit_done;
    }
    require_distinct_names(cases);
    if (list) {
      std::string names;
      for (const TestCase& test : cases) names.append(test.name) += '\n';
      print_out(names);
      return exit_done;
    }
    if (name.empty()) {
      print_error_line("expected --list or --print NAME; --help explains them");
      return exit_bad_input;
    }
    const auto test =
        std::find_if(cases.begin(), cases.end(), [&](const TestCase& one) { return one.name == name; });
    if (test == cases.end()) {
      print_error_line(fmt::format("--print: there is no test case \"{}\"; --list prints the names", name));
      return exit_bad_input;
    }
    print_case(*test);
    return exit_done;
  } catch (const std::exception& error) {
    print_error_line(error.what());
    return exit_failed;
  }
}

}  // namespace problems
