// The sections "Output parsing", "Comparing string tokens" and "Whitespace sensitivity" of the problem
// package format 2025-09, a row a sentence or more, each with a good and a bad control.
#include CATCH2_HEADER

#include "runner/validators/compare/tests/judged.hpp"

namespace {

using namespace std::string_literals;

const std::string everything = "\t\n\v\f\r ";

const std::vector<Row> token_rows = {
    // Split on sequences of one or more white space characters; the white space is ignored.
    {"1 2 3\n", "1 2 3\n", "", ""},
    {"1 2 3\n", "1\n2\n3", "", ""},
    {"1" + everything + "2", "1 2", "", ""},
    {"1 2", "1" + everything + everything + "2", "", ""},
    {"1 2\n", "12\n", "", "line 1, token 1: expected 1, found 12"},
    {"12\n", "1 2\n", "", "line 1, token 1: expected 12, found 1"},
    {"1 2\n", "1\0002\n"s, "", "expected 1, found \"1\\x002\""},      // NUL is no white space
    {"1 2\n", "1\xc2\xa0\x32\n", "", "found \"1\\xc2\\xa02\""},       // nor is a no-break space
    {"1 2\n", "1\x1c\x32\n", "", "found \"1\\x1c2\""},                // nor other control characters
    {"1\n", "\xef\xbb\xbf\x31\n", "", "found \"\\xef\\xbb\\xbf1\""},  // nor a byte-order mark
    {"\xc3\xa9\n", "\xc3\xa9", "", ""},                               // single bytes, whatever they encode
    {"\xc3\xa9\n", "\xc3\x89", "", "expected \"\\xc3\\xa9\", found \"\\xc3\\x89\""},

    // Leading and trailing white space.
    {"a\n", "  \n\ta  \n \n\n", "", ""},
    {"\n \na", "a", "", ""},
    {"a b\r\nc\r\n", "a b\nc\n", "", ""},
    {"a b\nc\n", "a b  \r\nc\r\n\r\n", "", ""},

    // The number of tokens.
    {"", "", "", ""},
    {" \n\t", "", "", ""},
    {"", " \r\n\n ", "", ""},
    {"1 2 3\n", "1 2\n", "",
     "line 2, token 1: expected 3, found the end of the output (in the answer: line 1, token 3)"},
    {"1 2 3\n", "1 2", "",
     "line 1, token 3: expected 3, found the end of the output (in the answer: line 1, token 3)"},
    {"1\n2\n", "", "",
     "line 1, token 1: expected 1, found the end of the output (in the answer: line 1, token 1)"},
    {"1 2\n", "1 2\n3\n", "", "line 2, token 1: expected the end of the output, found 3"},
    {"", "x", "", "line 1, token 1: expected the end of the output, found x"},
    {" ", "\n\n 0", "", "line 3, token 1: expected the end of the output, found 0"},

    // Places are counted in the output, not in the answer.
    {"1 2 3 4 5\n", "1\n2 3\n\n4 6\n", "", "line 4, token 2: expected 5, found 6"},
    {"1\n2\n3\n", "1 2 4\n", "", "line 1, token 3: expected 3, found 4"},

    // Without case_sensitive, A to Z are as their lower case; nothing else is folded.
    {"Yes\n", "YES\n", "", ""},
    {"yes\n", "yEs\n", "", ""},
    {"YES\n", "yes\n", "", ""},
    {"yes\n", "no\n", "", "expected yes, found no"},
    {"yes\n", "ye\n", "", "expected yes, found ye"},
    {"@[`{\n", "`{@[\n", "", "expected @[`{, found `{@["},
    {"azAZ\n", "AZaz\n", "", ""},

    // With case_sensitive, byte for byte.
    {"Yes\n", "Yes\n", "case_sensitive", ""},
    {"Yes\n", "yes\n", "case_sensitive", "line 1, token 1: expected Yes, found yes"},
    {"a B\n", "a b\n", "case_sensitive", "line 1, token 2: expected B, found b"},
    {"a B\n", "a   B", "case_sensitive", ""},

    // With space_change_sensitive, type and amount of white space count, leading and trailing too.
    {" a\tb \r\n", " a\tb \r\n", "space_change_sensitive", ""},
    {"a b\n", "A B\n", "space_change_sensitive", ""},
    {"a b\n", "A b\n", "space_change_sensitive case_sensitive", "expected a, found A"},
    {"a b\n", "a  b\n", "space_change_sensitive",
     "line 1, after token 1: expected the white space \" \", found \"  \""},
    {"a  b\n", "a b\n", "space_change_sensitive",
     "line 1, after token 1: expected the white space \"  \", found \" \""},
    {"a b\n", "a\tb\n", "space_change_sensitive",
     "line 1, after token 1: expected the white space \" \", found \"\\t\""},
    {"a\nb\n", "a\r\nb\n", "space_change_sensitive", "expected the white space \"\\n\", found \"\\r\\n\""},
    {"A\nb\n", "a\r\nb\n", "space_change_sensitive", "expected the white space \"\\n\", found \"\\r\\n\""},
    {"a\n", " a\n", "space_change_sensitive", "line 1, before token 1: expected no white space, found \" \""},
    {" a\n", "a\n", "space_change_sensitive",
     "line 1, before token 1: expected the white space \" \", found none"},
    {"a\n", "a", "space_change_sensitive",
     "line 1, after token 1: expected the white space \"\\n\", found the end of the output"},
    {"a", "a\n", "space_change_sensitive", "line 1, after token 1: expected no white space, found \"\\n\""},
    {"a\n", "a\n\n", "space_change_sensitive",
     "line 2, before token 1: expected the white space \"\\n\", found \"\\n\\n\""},
    {"a\n\n", "a\n", "space_change_sensitive",
     "expected the white space \"\\n\\n\", found \"\\n\" and the end of the output"},
    {"a \n", "a\n", "space_change_sensitive", "expected the white space \" \\n\", found \"\\n\""},
    {"a b\n", "ab\n", "space_change_sensitive", "line 1, token 1: expected a, found ab"},
    {"a b", "a", "space_change_sensitive", "expected the white space \" \", found the end of the output"},
    {"a", "a b", "space_change_sensitive", "expected no white space, found \" \""},
    {"", "", "space_change_sensitive", ""},
    {"\n", "", "space_change_sensitive", "expected the white space \"\\n\", found the end of the output"},
    {"", "\n", "space_change_sensitive", "expected no white space, found \"\\n\""},
    {"1.0 2\n", "1 2.0\n", "space_change_sensitive float_tolerance 0", ""},
    {"1.0 2\n", "1  2.0\n", "space_change_sensitive float_tolerance 0",
     "expected the white space \" \", found \"  \""},
};

}  // namespace

TEST_CASE("tokens, case and white space follow the format") {
  for (const Row& row : token_rows) {
    CAPTURE(row.answer, row.output, row.flags, row.message);
    CHECK(mistake(row) == "");
  }
}

TEST_CASE("messages stay short and printable") {
  const std::string same(100, 'x');
  const std::string message = judged(same + "yes", same + "no", "");
  CHECK(message.find("(103 bytes)") != std::string::npos);
  CHECK(message.find("they differ from byte 101 on: expected yes, found no") != std::string::npos);
  CHECK(judged(same, same + "no", "").find("expected its end, found no") != std::string::npos);
  CHECK(judged("\"a\\\x7f", "b", "").find("expected \"\\\"a\\\\\\x7f\", found b") != std::string::npos);
  CHECK(judged("a" + std::string(50, '\n') + "b", "a" + std::string(60, '\n') + "b", "space_change_sensitive")
            .find("... (60 bytes)") != std::string::npos);
}

TEST_CASE("tokens of a megabyte and more") {
  const std::string flags = GENERATE("", "case_sensitive", "space_change_sensitive", "float_tolerance 1e-6");
  const char character = GENERATE('a', '7');
  const std::string large((std::size_t{1} << 20) + 5, character);
  CHECK(judged("1 " + large + " 2\n", "1 " + large + " 2\n", flags) == "");
  std::string changed = large;
  changed.back() = character == 'a' ? 'b' : '.';
  CHECK(judged("1 " + large + " 2\n", "1 " + changed + " 2\n", flags).find("line 1, token 2: ") == 0);
  CHECK(judged("1 " + large, "1 " + large + " 3", flags) != "");
}

TEST_CASE("an output token that is far longer than the answer's is refused before its end is read") {
  const std::string zeros(std::size_t{1} << 20, '0');
  const std::string flags = "float_tolerance 0";
  CHECK(judged("1.", "1." + zeros, flags) == "");
  CHECK(judged("1.", "1." + zeros + "0", flags).find("bytes or more)") != std::string::npos);
  CHECK(judged("a", zeros + zeros, "").find("bytes or more)") != std::string::npos);
  CHECK(judged("", zeros + zeros, "").find("bytes or more)") != std::string::npos);
}
