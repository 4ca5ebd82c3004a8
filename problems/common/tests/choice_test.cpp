#include CATCH2_HEADER

#include <array>
#include <string>
#include <string_view>

#include "problems/common/reading/reader.hpp"
#include "problems/common/reading/strict_reader.hpp"

using problems::InputError;
using problems::Reader;
using problems::StrictReader;

namespace {

constexpr std::array<std::string_view, 3> words = {"sum", "max", "maximum"};

template <class AnyReader>
std::string message(std::string_view text) {
  AnyReader reader(text);
  try {
    reader.choice(words, "the reduction");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a choice is read whole and leaves what follows") {
  Reader forgiving(" \r\n max\t7");
  CHECK(forgiving.choice(words, "the reduction") == 1);
  CHECK(forgiving.integer<int>(0, 9, "N") == 7);

  StrictReader strict("maximum 7");
  CHECK(strict.choice(words, "the reduction") == 2);
  strict.space();
  CHECK(strict.integer<int>(0, 9, "N") == 7);
}

TEST_CASE("any other word is an error that names the known ones") {
  const std::string expected = "expected the reduction (one of \"sum\", \"max\", \"maximum\"), found ";
  for (const std::string word : {"median", "ma", "maxi", "SUM", "max,"}) {
    CAPTURE(word);
    CHECK(message<Reader>("\n " + word + " 7") == "line 2, column 2: " + expected + '"' + word + '"');
    CHECK(message<StrictReader>(word + " 7") == "line 1, column 1: " + expected + '"' + word + '"');
  }
  CHECK(message<Reader>("  ") == "line 1, column 3: " + expected + "the end of the input");
  CHECK(message<StrictReader>("") == "line 1, column 1: " + expected + "the end of the input");
}

TEST_CASE("a letter is seen without being read") {
  StrictReader strict("a 1");
  CHECK(strict.next_is_letter());
  CHECK(strict.word("word") == "a");
  CHECK_FALSE(strict.next_is_letter());
  strict.space();
  CHECK_FALSE(strict.next_is_letter());
  CHECK(strict.integer<int>(0, 9, "N") == 1);
  CHECK_FALSE(strict.next_is_letter());
}
