// What a Reader says of an input that is wrong.

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "problems/common/reading/reader.hpp"
#include "problems/common/tests/input.hpp"
#include CATCH2_HEADER

using problems::InputError;
using problems::Reader;
using problems::test::FedPipe;
using problems::test::MemoryFile;
using problems::test::message_of;

namespace {

using namespace std::string_literals;

constexpr std::string_view end_of_input = "the end of the input";

struct Wrong {
  std::string text;
  std::string found;
};

}  // namespace

TEST_CASE("an error has its parts") {
  Reader reader("1\n  x2 \n");
  CHECK(reader.integer(0, 9, "M") == 1);
  try {
    reader.integer(-5, 9, "N");
    FAIL("no error");
  } catch (const InputError& error) {
    CHECK(error.line == 2);
    CHECK(error.column == 3);
    CHECK(error.expected == "N (an integer from -5 to 9)");
    CHECK(error.found == "\"x2\"");
    CHECK(std::string(error.what()) ==
          "line 2, column 3: expected N (an integer from -5 to 9), found \"x2\"");
  }
}

TEST_CASE("what is no integer is an error that shows it") {
  const Wrong wrong =
      GENERATE(Wrong{"", std::string(end_of_input)}, Wrong{"x", "\"x\""}, Wrong{"12abc", "\"12abc\""},
               Wrong{"1.5", "\"1.5\""}, Wrong{"1e3", "\"1e3\""}, Wrong{"-", "\"-\""}, Wrong{"+", "\"+\""},
               Wrong{"--1", "\"--1\""}, Wrong{"+-1", "\"+-1\""}, Wrong{"1-", "\"1-\""},
               Wrong{"0x10", "\"0x10\""}, Wrong{"1,2", "\"1,2\""}, Wrong{"\0"s, "\"\\x00\""},
               Wrong{"1\0"s, "\"1\\x00\""}, Wrong{"\0001"s, "\"\\x001\""}, Wrong{"1\v2", "\"1\\x0B2\""},
               Wrong{"1\xC2\xA0", "\"1\\xC2\\xA0\""}, Wrong{"\"\\", "\"\\\"\\\\\""},
               Wrong{"\xEF\xBB\xBF"
                     "7",
                     "\"\\xEF\\xBB\\xBF7\" (a UTF-8 byte order mark)"},
               Wrong{"999999999999999999999999999999", "\"999999999999999999999999999999\""},
               Wrong{"-999999999999999999999999999999", "\"-999999999999999999999999999999\""},
               Wrong{"18446744073709551617", "\"18446744073709551617\""},
               Wrong{"18446744073709551616", "\"18446744073709551616\""},
               Wrong{std::string(60, '7'), '"' + std::string(40, '7') + "...\""});
  const std::string before = GENERATE("", "\n\n  ", " 5\r\n");
  const std::string after = GENERATE("", " ", "\r\n3");
  if (wrong.text.empty() && after.ends_with('3')) return;
  const bool has_first = before.find('5') != std::string::npos;
  const std::string place = before.empty() ? "line 1, column 1"
                            : has_first    ? "line 2, column 1"
                                           : "line 3, column 3";
  CAPTURE(wrong.text, before, after);
  for (const std::size_t bytes : {1U, 4U, 65536U}) {
    CAPTURE(bytes);
    const MemoryFile file(before + wrong.text + after);
    Reader reader(file.descriptor(), bytes);
    if (has_first) CHECK(reader.integer(0, 9, "M") == 5);
    const std::string message = message_of([&] { reader.integer<int>(0, 9, "N"); });
    CHECK(message.ends_with(": expected N (an integer from 0 to 9), found " + wrong.found));
    if (!wrong.text.empty()) CHECK(message.starts_with(place + ":"));
  }
}

TEST_CASE("an integer just outside its range is an error, and one just inside is none") {
  CHECK(Reader("-3 7").integers<int>(2, -3, 7, "A") == base::LargeVector<int>{-3, 7});
  CHECK(message_of([] { Reader("-4").integer<int>(-3, 7, "N"); }) != "no error");
  CHECK(message_of([] { Reader("8").integer<int>(-3, 7, "N"); }) != "no error");
  SECTION("for every type") {
    const auto check = [](auto low, auto high, const std::string& below, const std::string& above) {
      using T = decltype(low);
      const std::string text = std::to_string(low) + " " + std::to_string(high) + " ";
      CAPTURE(text, below, above);
      CHECK(Reader(text).integers<T>(2, low, high, "A") == base::LargeVector<T>{low, high});
      for (const std::string& wrong : {below, above}) {
        for (const char* ending : {"", " "}) {  // with a blank after it a number is read the fast way
          const std::string message = message_of([&] { Reader(wrong + ending).integer<T>(low, high, "N"); });
          CHECK(message.ends_with("found \"" + wrong + "\""));
        }
      }
    };
    const auto check_type = [&]<class T>(T, const char* below, const char* above) {
      check(std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), below, above);
    };
    check_type(std::uint8_t{}, "-1", "256");
    check_type(std::int32_t{}, "-2147483649", "2147483648");
    check_type(std::uint32_t{}, "-1", "4294967296");
    check_type(std::int64_t{}, "-9223372036854775809", "9223372036854775808");
    check_type(std::uint64_t{}, "-1", "18446744073709551616");
  }
}

TEST_CASE("rare spellings of integers are read too") {
  CHECK(Reader("+5").integer(0, 9, "N") == 5);
  CHECK(Reader("-0").integer(0, 9, "N") == 0);
  CHECK(Reader("-0").integer<unsigned>(0, 9, "N") == 0);
  CHECK(Reader(std::string(100, '0') + "7").integer(0, 9, "N") == 7);
  CHECK(Reader("-00000000000000000000000000000000000000007").integer(-9, 9, "N") == -7);
}

TEST_CASE("elements are counted in the error") {
  CHECK(message_of([] { Reader("1 2\n3 x 5").integers<int>(5, 0, 9, "row 2 of B"); }) ==
        "line 2, column 3: expected element 4 of 5 of row 2 of B (an integer from 0 to 9), found \"x\"");
  CHECK(
      message_of([] { Reader("1 2\n3").integers<int>(5, 0, 9, "A"); }) ==
      "line 2, column 2: expected element 4 of 5 of A (an integer from 0 to 9), found the end of the input");
  CHECK(message_of([] { Reader("1 2\n3.5 ").decimals<float>(4, "A"); }) ==
        "line 2, column 5: expected element 4 of 4 of A (a decimal number), found the end of the input");
}

TEST_CASE("what is left over is an error") {
  Reader reader("1\n2 rest\n");
  CHECK(message_of([&] { reader.integer(0, 9, "N"), reader.expect_end(); }) ==
        "line 2, column 1: expected the end of the input, found \"2\"");
}

TEST_CASE("a word is expected") {
  Reader reader(" \n ");
  CHECK(message_of([&] { reader.word("operation"); }) ==
        "line 2, column 2: expected operation, found the end of the input");
}

TEST_CASE("the place of an error is right after many refills") {
  std::string text;
  for (int line = 1; line <= 20'000; ++line) text += "1 22 333\r\n";
  text += "  4444 x\n";
  const std::size_t bytes = GENERATE(as<std::size_t>{}, 1, 2, 7, 16, 64, 100, 4096, 65536);
  CAPTURE(bytes);
  const auto check = [&](int descriptor) {
    Reader reader(descriptor, bytes);
    reader.integers<int>(60'001, 0, 9999, "A");
    CHECK(message_of([&] { reader.integer(0, 9, "N"); }).starts_with("line 20001, column 8:"));
  };
  SECTION("of a file") {
    const MemoryFile file(text);
    check(file.descriptor());
  }
  SECTION("of a pipe that is filled in pieces") {
    const FedPipe pipe(text, 777);
    check(pipe.descriptor());
  }
}

TEST_CASE("the column is right in a line longer than many buffers") {
  std::string text = "7\n";
  for (int i = 0; i < 100'000; ++i) text += "12 ";
  const MemoryFile file(text + "?");
  Reader reader(file.descriptor(), 1000);
  reader.integers<int>(100'001, 0, 99, "A");
  CHECK(message_of([&] { reader.integer(0, 9, "N"); }).starts_with("line 2, column 300001:"));
}

TEST_CASE("an input that cannot be read is an error, not an empty input") {
  SECTION("a directory") {
    const int folder = ::open("/", O_RDONLY | O_DIRECTORY);
    REQUIRE(folder >= 0);
    Reader reader(folder);
    CHECK(message_of([&] { reader.at_end(); }) ==
          "line 1, column 1: expected an input that can be read, found a read error: Is a directory");
    ::close(folder);
  }
  SECTION("no descriptor") {
    Reader reader(-1);
    CHECK(message_of([&] {
            reader.integers<int>(3, 0, 9, "A");
          }).ends_with("found a read error: Bad file descriptor"));
  }
}

TEST_CASE("an endless item is an error") {
  const int zeros = ::open("/dev/zero", O_RDONLY);
  REQUIRE(zeros >= 0);
  Reader reader(zeros);
  SECTION("as a number") {
    CHECK(message_of([&] {
            reader.integer(0, 9, "N");
          }).starts_with("line 1, column 1: expected an item of at most 1048576"));
  }
  SECTION("as a word") {
    CHECK(message_of([&] {
            reader.word("name");
          }).starts_with("line 1, column 1: expected an item of at most 1048576"));
  }
  SECTION("where the end should be") {
    CHECK(message_of([&] {
            reader.expect_end();
          }).starts_with("line 1, column 1: expected the end of the input, found \"\\x00"));
  }
  ::close(zeros);
}
