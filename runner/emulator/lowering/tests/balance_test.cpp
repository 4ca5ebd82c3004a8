#include CATCH2_HEADER

#include "runner/emulator/lowering/balance.hpp"

#include <string>

#include "runner/emulator/lowering/lower.hpp"
#include "runner/emulator/lowering/tests/compiled.hpp"

using cuda_emulator::lowering::compile_and_run;
using cuda_emulator::lowering::is_unbalanced;
using cuda_emulator::lowering::lex;

TEST_CASE("a brace that is missing or too many") {
  const std::string source = GENERATE(
      "void f() {", "}", "void f() { if (x) { }", "void f() { } }",
      "#ifdef A\nvoid f() {\n#else\nvoid g() {\n#endif",
      "void f() {\n#ifdef A\ng(); }\n#else\nh(); }\n#endif\n}", "#if A\n{\n#elif B\n{\n#else\n{\n#endif",
      "#define OPEN { }\nvoid f() { OPEN", "void f() {\n#if 0\n}\n#endif\n", "void f() { '}'; \"}\"; // }\n");
  CAPTURE(source);
  CHECK(is_unbalanced(lex(source)));
}

TEST_CASE("braces that balance, or may") {
  const std::string source =
      GENERATE("", "void f() { if (x) { } }", "#ifdef A\nvoid f() {\n#else\nvoid g() {\n#endif\n}",
               "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint x;\n#ifdef __cplusplus\n}\n#endif",
               "#if A\nvoid f() {\n#endif\n#if !A\nvoid f(int) {\n#endif\n}",
               "#define BEGIN {\nvoid f() BEGIN }", "#define END }\nvoid f() { END",
               "#if A\n{\n#elif B\n{\n#endif\n}", "'{'; \"{\"; // {", "#else\n#endif");
  CAPTURE(source);
  CHECK_FALSE(is_unbalanced(lex(source)));
}

TEST_CASE("of a missing brace the compiler speaks alone", "[compiles]") {
  const std::string rest = "int main() {\n  k<<<1, 1>>>(nullptr);\n}\n";
  const std::string begin = GENERATE(
      "__global__ void k(int* x) {\n  if (x) { x[0] = 1;\n}\n", "__global__ void k(int* x) {\n  x[0] = 1;\n",
      "__device__ int f() {\n  return 1;\n__global__ void k(int* x) { x[0] = f(); }\n");
  const auto outcome = compile_and_run(begin + rest);
  CAPTURE(begin, outcome.messages);
  CHECK_FALSE(outcome.compiled);
  CHECK(outcome.messages.find("expected '}' at end of input") != std::string::npos);
  CHECK(outcome.messages.find("emulated device") == std::string::npos);
}
