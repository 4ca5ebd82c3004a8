#include "problems/common/frame/generator.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "problems/common/choosing/plan_list.hpp"
#include "problems/common/choosing/program_options.hpp"
#include "problems/common/printing/standard_streams.hpp"

namespace problems {
namespace {

void print(const TestCase::Write& write, std::uint64_t seed) {
  Writer writer(STDOUT_FILENO);
  Random random(seed);
  write(writer, random);
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

int generate(int argc, char** argv, std::span<const TestCase> cases, const SizedTest& sized) {
  CLI::App app("Makes the tests of a problem.");
  bool list = false;
  std::string input_of, answer_of, size, help;
  app.add_flag("--list", list, "print the names of the test cases");
  app.add_option("--print", input_of, "print the input of this test case")->type_name("NAME");
  app.add_option("--print-answer", answer_of, "print its answer; exits with 3 if the solvers give it")
      ->type_name("NAME");
  if (sized.of_size) {
    app.add_option("--size", size, "print a random input of this size, which is no test")
        ->type_name(std::string(sized.dimensions));
  }
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
    if (int{list} + int{!input_of.empty()} + int{!answer_of.empty()} + int{!size.empty()} != 1) {
      print_error_line(
          fmt::format("expected one of --list, --print NAME{} and --print-answer NAME; --help explains them",
                      sized.of_size ? ", --size SIZE" : ""));
      return exit_bad_input;
    }
    if (list) {
      std::string names;
      for (const TestCase& test : cases) names.append(test.name) += '\n';
      print_out(names);
      return exit_done;
    }
    if (!size.empty()) {
      print(sized.of_size(parse_size(size, sized.dimensions)), 1);
      return exit_done;
    }
    const std::string& name = input_of.empty() ? answer_of : input_of;
    const auto test =
        std::find_if(cases.begin(), cases.end(), [&](const TestCase& one) { return one.name == name; });
    if (test == cases.end()) {
      print_error_line(fmt::format("there is no test case \"{}\"; --list prints the names", name));
      return exit_bad_input;
    }
    const TestCase::Write& write = input_of.empty() ? test->write_answer : test->write;
    if (!write) return exit_cannot_run;
    print(write, test->seed);
    return exit_done;
  } catch (const WrongSize& error) {
    print_error_line(error.what());
    return exit_bad_input;
  } catch (const std::exception& error) {
    print_error_line(error.what());
    return exit_failed;
  }
}

}  // namespace problems
