// Where a compiler believes the user's tokens to stand.
#include CATCH2_HEADER

#include <string>
#include <utility>

#include "runner/emulator/lowering/lower.hpp"

using cuda_emulator::lowering::lower;

namespace {

using Place = std::pair<int, int>;  // line, column

Place advance(Place place, std::string_view text) {
  for (const char c : text)
    place = c == '\n' ? Place{place.first + 1, 1} : Place{place.first, place.second + 1};
  return place;
}

Place place_in(const std::string& source, const std::string& word) {
  return advance({1, 1}, source.substr(0, source.find(word)));
}

// As a compiler counts, which follows the #line directives.
Place place_in_lowered(const std::string& source, const std::string& word) {
  const std::string lowered = lower(source, "user.cu");
  const std::size_t at = lowered.find(word);
  REQUIRE(at != std::string::npos);
  const std::size_t directive = lowered.rfind("#line ", at);
  const std::size_t begin = lowered.find('\n', directive) + 1;
  const int line = std::stoi(lowered.substr(directive + 6));
  return advance({line, 1}, lowered.substr(begin, at - begin));
}

}  // namespace

TEST_CASE("tokens keep their line and column around what is lowered") {
  const std::string source =
      "int line_1;\n"
      "\tkernel_a<<<grid_a, block_a>>>(argument_a); behind_a();\n"
      "kernel_b<X>\n"
      "    <<<grid_b, // a comment\n"
      "       block_b>>>(\n"
      "        argument_b); behind_b();\n"
      "__global__ void k(int n) { one_liner(); } int behind_k;\n"
      "__device__ void f() { extern __shared__ __align__(16) T shared_name[]; behind_shared(); }\n"
      "__device__ void g() { __shared__ int static_name[4], another; behind_static(); }\n"
      "/* \xC3\xA4 */ if (x) kernel_c<<<1, 2>>>(argument_c); else kernel_d<<<3, 4>>>(argument_d);\n"
      "__global__ void j() { asm_free(); asm(\"trap;\"); behind_asm(); }\n"
      "#define LAUNCH(k) k<<<1, 2>>>(3)\n"
      "int behind_macro;\n"
      "LAUNCH(kernel_e); CHECK(kernel_f<<<1, 2>>>(4)); behind_check();\n"
      "int last;\n";
  for (const std::string word :
       {"line_1",        "kernel_a", "grid_a",       "block_a",  "argument_a", "behind_a", "kernel_b",
        "grid_b",        "block_b",  "argument_b",   "behind_b", "one_liner",  "behind_k", "behind_shared",
        "behind_static", "kernel_c", "argument_c",   "kernel_d", "argument_d", "asm_free", "behind_asm",
        "behind_macro",  "kernel_e", "behind_check", "last"}) {
    CAPTURE(word);
    CHECK(place_in_lowered(source, word) == place_in(source, word));
  }
  // Inside of what may be a macro's arguments no line is broken: the line is right.
  CHECK(place_in_lowered(source, "kernel_f").first == place_in(source, "kernel_f").first);
}

TEST_CASE("lines stay as they are in a macro and in parentheses, over several lines") {
  const std::string source =
      "#define LAUNCH(k, n) \\\n"
      "  k<<<(n), \\\n"
      "      2>>>(3)\n"
      "int behind_macro;\n"
      "CHECK(kernel\n"
      "      <<<1,\n"
      "         2>>>(4), behind_launch); behind_check();\n";
  for (const std::string word : {"behind_macro", "behind_launch", "behind_check"}) {
    CAPTURE(word);
    CHECK(place_in_lowered(source, word).first == place_in(source, word).first);
  }
}

TEST_CASE("the name of the file is written as C++ wants it") {
  CHECK(lower("", "a \"b\" \\c.cu") == "#line 1 \"a \\\"b\\\" \\\\c.cu\"\n");
}
