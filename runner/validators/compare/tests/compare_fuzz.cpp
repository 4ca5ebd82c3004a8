// Mutated answers, outputs and flags: nothing but a verdict comes of them, the same from wherever the output is read, and
// the one that a slow reading finds.
#include CATCH2_HEADER

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/temporary_folder.hpp"
#include "base/tests/mutation.hpp"
#include "runner/validators/compare/tests/judged.hpp"
#include "runner/validators/compare/tests/slow_reading.hpp"

namespace {

using base::test::Choices;
using Words = std::vector<std::string>;

const Words texts = {
    "1 2.50 -3e-2\nyes NO\n",
    "0.333333333333333333333333 1e9 +7 .5 5.\n\n",
    "Case #1: 1000000007\r\nCase #2: impossible\r\n",
    "-0 0.0 0e5 1E+06 -.25e-3",
    "  leading\t\ttabs \v\f and blanks  \n",
    "123456.789 123456.789 123456.789 123456.789 0.1 0.2 0.3 0.4\n",
    "",
};
const Words tokens = {
    " ",
    "\n",
    "\r\n",
    "\t",
    "\v",
    "0",
    "1",
    "-",
    "+",
    ".",
    "e",
    "E",
    "e-",
    "9",
    "00",
    "nan",
    "inf",
    "0x1p3",
    "1e400",
    "1e-400",
    "1e99999999999999999999",
    "1e-88888888888888888888",
    "1e0000000000000000000000000000000000000000000005",
    "1e1234567890123456789012345678901234567890",
    "0.000001",
    "1.000001",
    "0.999999",
    "000001.5",
    "5e-1",
    "18446744073709551616",
    "99999999999999999999999999999999999999.5",
    std::string(1, '\0'),
    "\xff",
    "\xc3\xa9",
    "\x1b[31m",
    std::string(70, '7'),
    std::string(5000, 'a'),
    std::string(3000, ' '),
};
const Words bounds = {"0",   "0.0",  "1e-6", ".5",      "1",         "3e-9",
                      "1e5", "1E+1", "5.",   "1e-4000", "1e9999999", "0.100000000000000000000000001"};

/// The decimals of some bounds, and what makes a number lie at one, above or just beside.
const Words decimals_of_bounds = {"0", "000001", "5", "000000003", "100000000000000000000000001"};
const Words beyond = {"", "0", "1", "00000000000000000000000000001"};

struct Pair {
  std::string expected, found;
};

/// 1 and a number about as far from it as a bound, in one of its spellings: what only exact numbers tell apart.
Pair next_to_a_bound(Choices& choices) {
  const std::string decimals = choices.of(decimals_of_bounds) + choices.of(beyond);
  const std::string sign = choices.one_in(4) ? "-" : "";
  const Words spellings = {"1." + decimals, "1" + decimals + "e-" + std::to_string(decimals.size()),
                           "0.1" + decimals + "E+1"};
  return {sign + "1", sign + choices.of(spellings)};
}

struct Asked {
  std::string flags;
  slow::Rules rules;
};

Asked asked_by(Choices& choices) {
  Asked asked;
  slow::Rules& rules = asked.rules;
  if ((rules.case_sensitive = choices.one_in(3))) asked.flags += "case_sensitive ";
  if ((rules.space_change_sensitive = choices.one_in(4))) asked.flags += "space_change_sensitive ";
  switch (choices.below(4)) {
    case 0:
      break;
    case 1:
      rules.absolute = rules.relative = choices.of(bounds);
      asked.flags += "float_tolerance " + rules.absolute;
      break;
    case 2:
      rules.absolute = choices.of(bounds);
      asked.flags += "float_absolute_tolerance " + rules.absolute + " ";
      [[fallthrough]];
    default:
      rules.relative = choices.of(bounds);
      asked.flags += "float_relative_tolerance " + rules.relative;
  }
  return asked;
}

/// What a terminal may show: one line that says where.
bool is_place_and_reason(const std::string& message) {
  return message.starts_with("line ") && message.size() < 1000 &&
         std::all_of(message.begin(), message.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

void compare_two(Choices& choices) {
  std::string answer = mutated(choices.of(texts), tokens, choices);
  std::string output = mutated(choices.one_in(20) ? choices.of(texts) : answer, tokens, choices);
  if (choices.one_in(2)) {
    const auto [expected, found] = next_to_a_bound(choices);
    answer += ' ' + expected;
    output += ' ' + found;
  }
  const Asked asked = asked_by(choices);
  CAPTURE(answer, output, asked.flags);
  REQUIRE(judged_file(answer, answer, asked.flags) == "");

  const std::string message = judged_file(answer, output, asked.flags);
  CAPTURE(message);
  REQUIRE((message == "" || is_place_and_reason(message)));
  REQUIRE(judged_file(answer, output, asked.flags, 3) == message);
  const std::size_t block_bytes = std::size_t{1} << choices.below(12);
  REQUIRE(judged(answer, output, asked.flags, block_bytes) == message);
  const auto accepted = slow::accepts(answer, output, asked.rules);
  if (accepted) REQUIRE((message == "") == *accepted);
}

/// What `compare` says of the files in this folder.
int exit_status(const base::TemporaryFolder& folder, const Words& flags) {
  std::vector<std::string> words = {COMPARE_PROGRAM, folder / "answer", folder / "answer",
                                    folder / "feedback"};
  words.insert(words.end(), flags.begin(), flags.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(open((folder / "answer").c_str(), O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    dup2(open((folder / "messages").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), STDERR_FILENO);
    execv(COMPARE_PROGRAM, arguments.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

const Words flag_words = {"case_sensitive",
                          "space_change_sensitive",
                          "float_tolerance",
                          "1e-6",
                          "float_absolute_tolerance",
                          "0.5",
                          "float_relative_tolerance",
                          "1e-9",
                          "",
                          "-",
                          "--help",
                          "nan",
                          "-1",
                          "1e-6 ",
                          "=1e-6",
                          "\xff",
                          "float_tolerance=1",
                          "1e99999999999999999999",
                          "-0",
                          std::string(5000, '9')};
const std::vector<Words> flag_lists = {
    {},
    {"case_sensitive", "float_tolerance", "1e-6"},
    {"float_absolute_tolerance", "0.5", "float_relative_tolerance", "1e-9", "space_change_sensitive"},
};

/// The words without the character that ends a word of a command line.
Words without_nul(Words words) {
  for (std::string& word : words) std::erase(word, '\0');
  return words;
}

bool is_refused(const Words& flags) {
  std::vector<const char*> pointers;
  for (const std::string& flag : flags) pointers.push_back(flag.c_str());
  try {
    validator::parse_options(pointers);
    return false;
  } catch (const std::invalid_argument& error) {
    REQUIRE(std::string(error.what()).find("the flags are") != std::string::npos);
    return true;
  }
}

}  // namespace

TEST_CASE("mutated answers and outputs come out as a slow reading has it") {
  base::test::drive(300, compare_two);
}

TEST_CASE("mutated flags are refused with all flags named, or an answer is equal to itself") {
  base::TemporaryFolder folder;
  folder.write("answer", texts[1]);
  std::filesystem::create_directory(folder / "feedback");
  base::test::drive(40, [&](Choices& choices) {
    const Words flags = without_nul(mutated(choices.of(flag_lists), flag_words, choices));
    CAPTURE(flags);
    const bool refused = is_refused(flags);
    REQUIRE(exit_status(folder, flags) == (refused ? 2 : 42));
    REQUIRE(base::contents_of(folder / "messages").empty() == !refused);
  });
}

TEST_CASE("the slow reading itself tells apart what the format tells apart") {
  const slow::Rules plain, both{false, false, "0.1", "0.1"}, strict{true, true, "", ""};
  CHECK(slow::accepts("1 2", "1\n2\n", plain) == true);
  CHECK(slow::accepts("Yes", "yES", plain) == true);
  CHECK(slow::accepts("1", "1.0", plain) == false);
  CHECK(slow::accepts("1 2", "1", plain) == false);
  CHECK(slow::accepts("1 2", "1  2", strict) == false);
  CHECK(slow::accepts("Yes", "yes", strict) == false);
  CHECK(slow::accepts("0.2", "0.3", both) == true);
  CHECK(slow::accepts("0.2", "0.300000000000000000001", both) == false);
  CHECK(slow::accepts("-100", "-110", both) == true);
  CHECK(slow::accepts("-100", "-111", both) == false);
  CHECK(slow::accepts("100", "abc", both) == false);
  CHECK(slow::accepts("1e-9", "-1E-9", both) == true);
  CHECK(slow::accepts("1e", "1e0", both) == false);
  CHECK(!slow::accepts("1e1000", "1e1001", both));
}
