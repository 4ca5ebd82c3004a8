#include "problems/common/reading/strict_reader.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <limits>
#include <string>

#include "problems/common/tests/input.hpp"
#include CATCH2_HEADER

using problems::StrictReader;
using problems::test::FedPipe;
using problems::test::message_of;
using problems::test::Redirected;

namespace {

/// The format of a little problem: "N\n", then N integers on one line, then a decimal.
void check_format(StrictReader& in) {
  const int count = in.integer(1, 3, "N");
  in.newline();
  for (int i = 0; i < count; ++i) {
    if (i > 0) in.space();
    in.integer<std::int64_t>(-1'000'000'000'000, 1'000'000'000'000, "element of A");
  }
  in.newline();
  in.decimal(-1, 1, "x");
  in.newline();
}

std::string verdict_on(std::string_view text) {
  return message_of([&] {
    StrictReader in(text);
    check_format(in);
    in.end();
  });
}

/// Runs validate_input with stdin replaced.
int exit_code_on(std::string_view text, int arguments = 1) {
  const Redirected input(STDIN_FILENO, text);
  char name[] = "validate";
  char option[] = "--strange";
  char* argv[] = {name, option, nullptr};
  return problems::validate_input(arguments, argv, check_format);
}

}  // namespace

TEST_CASE("an input that is right to the byte is accepted") {
  CHECK(verdict_on("3\n10 -20 1000000000000\n0.5\n") == "no error");
  CHECK(verdict_on("1\n0\n-1e-05\n") == "no error");
}

TEST_CASE("every byte that is wrong is found") {
  struct Wrong {
    const char* text;
    const char* message;
  };
  const auto wrong = GENERATE(
      Wrong{"", "line 1, column 1: expected N (an integer from 1 to 3), found the end of the input"},
      Wrong{"4\n", "line 1, column 1: expected N (an integer from 1 to 3), found \"4\""},
      Wrong{" 1\n", "line 1, column 1: expected N (an integer from 1 to 3), found \" \""},
      Wrong{"01\n", "line 1, column 1: expected N (an integer from 1 to 3), found \"01\""},
      Wrong{"+1\n", "line 1, column 1: expected N (an integer from 1 to 3), found \"+1\""},
      Wrong{"1.0\n", "line 1, column 1: expected N (an integer from 1 to 3), found \"1.0\""},
      Wrong{"\xEF\xBB\xBF"
            "1\n",
            "line 1, column 1: expected N (an integer from 1 to 3), found \"\\xEF\""},
      Wrong{"1\r\n5\r\n0\r\n", "line 1, column 2: expected a newline, found \"\\r\""},
      Wrong{"1 \n5\n0\n", "line 1, column 2: expected a newline, found \" \""},
      Wrong{"1\n\n",
            "line 2, column 1: expected element of A (an integer from -1000000000000 to 1000000000000), "
            "found \"\\n\""},
      Wrong{"1\n-0\n0\n",
            "line 2, column 1: expected element of A (an integer from -1000000000000 to 1000000000000), "
            "found \"-0\""},
      Wrong{"1\n-\n0\n",
            "line 2, column 1: expected element of A (an integer from -1000000000000 to 1000000000000), "
            "found \"-\""},
      Wrong{
          "1\n999999999999999999999999999999\n0\n",
          "line 2, column 1: expected element of A (an integer from -1000000000000 to 1000000000000), found "
          "\"999999999999999999999999999999\""},
      Wrong{"2\n5  6\n0\n",
            "line 2, column 3: expected element of A (an integer from -1000000000000 to 1000000000000), "
            "found \" \""},
      Wrong{"2\n5\t6\n0\n", "line 2, column 2: expected a space, found \"\\t\""},
      Wrong{"2\n5\n6\n", "line 2, column 2: expected a space, found \"\\n\""},
      Wrong{"1\n5 6\n0\n", "line 2, column 2: expected a newline, found \" \""},
      Wrong{"1\n5\n0", "line 3, column 2: expected a newline, found the end of the input"},
      Wrong{"1\n5\n0\n\n", "line 4, column 1: expected the end of the input, found \"\\n\""},
      Wrong{"1\n5\n0\n7", "line 4, column 1: expected the end of the input, found \"7\""});
  CHECK(verdict_on(wrong.text) == wrong.message);
}

TEST_CASE("decimals have one spelling of the integer part and may not be infinite") {
  const std::string good = GENERATE("0", "-0", "-0.0", "1", "0.000", "-0.123456", "1e0", "1E-7", "9.9e-1");
  CHECK(message_of([&] { StrictReader(good).decimal(-1, 1, "x"); }) == "no error");
  const std::string bad = GENERATE("00", "01", "+1", ".5", "5.", "-", "-.5", "1e", "1e+", "1.5", "-2", "nan",
                                   "inf", "0x1", "1e400", "1 ", "0.5.5", "1f");
  const std::string found =
      bad == "1 " ? "no error"
                  : "line 1, column 1: expected x (a decimal number from -1 to 1), found \"" + bad + "\"";
  CHECK(message_of([&] { StrictReader(bad).decimal(-1, 1, "x"); }) == found);
}

TEST_CASE("fixed point has no exponent and few digits") {
  CHECK(StrictReader("-12.345").fixed_point(-20, 20, 3, "x") == -12.345);
  CHECK(StrictReader("7").fixed_point(-20, 20, 0, "x") == 7);
  const std::string bad = GENERATE("1.2345", "1e1", "21", "-21", "x");
  CHECK(
      message_of([&] { StrictReader(bad).fixed_point(-20, 20, 3, "x"); }).ends_with("found \"" + bad + "\""));
}

TEST_CASE("integers fill their type and no more") {
  using Limits = std::numeric_limits<std::uint64_t>;
  CHECK(StrictReader("18446744073709551615").integer(Limits::min(), Limits::max(), "N") == Limits::max());
  const std::string bad = GENERATE("18446744073709551616", "-1");
  CHECK(message_of([&] { StrictReader(bad).integer(Limits::min(), Limits::max(), "N"); }) ==
        "line 1, column 1: expected N (an integer from 0 to 18446744073709551615), found \"" + bad + "\"");
}

TEST_CASE("words and characters are taken one by one") {
  StrictReader in("sum 0110\n");
  CHECK(in.next_is_letter());
  CHECK(in.word("operation") == "sum");
  CHECK(!in.next_is_letter());
  in.space();
  std::string bits;
  for (int i = 0; i < 4; ++i) bits += in.character("01", "light");
  CHECK(bits == "0110");
  CHECK(message_of([&] { in.character("01", "light"); }) ==
        "line 1, column 9: expected light (one of \"01\"), found \"\\n\"");
  CHECK(message_of([&] { in.word("operation"); }) == "line 1, column 9: expected operation, found \"\\n\"");
  in.newline();
  CHECK(in.at_end());
  CHECK(message_of([&] { in.character("01", "light"); }).ends_with("found the end of the input"));
}

TEST_CASE("a strict reader reads pipes and reports read errors") {
  const FedPipe pipe("3\n1 2 3\n0\n", 2);
  StrictReader in(pipe.descriptor());
  CHECK(message_of([&] { check_format(in); }) == "no error");
  CHECK(in.at_end());
  CHECK(message_of([] { StrictReader broken(-1); }) ==
        "line 1, column 1: expected an input that can be read, found a read error: Bad file descriptor");
}

TEST_CASE("a validator's exit code is its verdict") {
  CHECK(exit_code_on("1\n5\n0\n") == 42);
  CHECK(exit_code_on("1\n5\n0\n ") == 43);
  CHECK(exit_code_on("1\n5\n") == 43);
  CHECK(exit_code_on("") == 43);
  CHECK(exit_code_on("1\n5\n0\n", 2) == 2);
}
