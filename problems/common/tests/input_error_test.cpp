#include "problems/common/reading/input_error.hpp"

#include <string>

#include "problems/common/frame/random.hpp"
#include CATCH2_HEADER

using problems::location_after;
using problems::Random;

TEST_CASE("a place is counted in lines and bytes") {
  struct Step {
    std::string text;
    std::size_t line;
    std::size_t column;
  };
  const auto step =
      GENERATE(Step{"", 7, 5}, Step{"abc", 7, 8}, Step{"\n", 8, 1}, Step{"ab\n", 8, 1}, Step{"\r\nab", 8, 3},
               Step{"\n\n\n x", 10, 3}, Step{"\r\r\t", 7, 8}, Step{"\xC3\xA9", 7, 7});
  CAPTURE(step.text);
  const problems::Location place = location_after({7, 5}, step.text);
  CHECK(place.line == step.line);
  CHECK(place.column == step.column);
}

TEST_CASE("a place is the same however the text before it is cut") {
  Random random(51);
  std::string text;
  for (int i = 0; i < 5000; ++i) text += random.integer(0, 3) == 0 ? '\n' : 'x';
  text += std::string(1000, '\n');  // more in a row than a byte counts
  const problems::Location whole = location_after({}, text);
  for (int i = 0; i < 200; ++i) {
    const auto cut = random.integer<std::size_t>(0, text.size());
    const problems::Location place =
        location_after(location_after({}, text.substr(0, cut)), text.substr(cut));
    CHECK(place.line == whole.line);
    CHECK(place.column == whole.column);
  }
  std::size_t line = 1;
  for (const char character : text) line += character == '\n';
  CHECK(whole.line == line);
  CHECK(whole.column == 1);
}

// Qualified, because Catch2 3 brings std::quoted into view.
TEST_CASE("what is quoted stays on one readable line") {
  CHECK(problems::quoted("") == "\"\"");
  CHECK(problems::quoted("a b~!") == "\"a b~!\"");
  CHECK(problems::quoted("\"\\\t\r\n") == R"("\"\\\t\r\n")");
  CHECK(problems::quoted(std::string("\0\x1F\x7F\xFF", 4)) == R"("\x00\x1F\x7F\xFF")");
  CHECK(problems::quoted("\xEF\xBB\xBF") == R"("\xEF\xBB\xBF" (a UTF-8 byte order mark))");
  CHECK(problems::quoted(std::string(40, 'x')) == '"' + std::string(40, 'x') + '"');
  CHECK(problems::quoted(std::string(41, 'x')) == '"' + std::string(40, 'x') + "...\"");
}
