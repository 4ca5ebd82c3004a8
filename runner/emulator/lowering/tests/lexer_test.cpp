#include "runner/emulator/lowering/lexer.hpp"

#include CATCH2_HEADER

#include <string>
#include <vector>

using namespace cuda_emulator::lowering;
using Texts = std::vector<std::string>;

namespace {

Texts texts(const std::vector<Token>& tokens) {
  Texts found;
  for (const Token& token : tokens) found.emplace_back(token.text);
  return found;
}

Texts lexed(std::string_view source) {
  const LexedSource result = lex(source);
  for (const Token& token : result.tokens) CHECK(source.substr(token.begin, token.text.size()) == token.text);
  return texts(result.tokens);
}

}  // namespace

TEST_CASE("comments, strings, characters and numbers are one piece each") {
  CHECK(lexed("a /* <<< */ b // <<<\nc") == Texts{"a", "b", "c"});
  CHECK(lexed("a // goes on \\\n<<< b\nc") == Texts{"a", "c"});
  CHECK(lexed(R"x(f("a // \" <<<", '"', '\'', L"b"))x") ==
        Texts{"f", "(", R"("a // \" <<<")", ",", "'\"'", ",", R"('\'')", ",", "L\"b\"", ")"});
  CHECK(lexed("R\"x(a)\" <<< )x\" b") == Texts{"R\"x(a)\" <<< )x\"", "b"});
  CHECK(lexed("1'000'000 0x1p-3f 1e+5 .5f 1-2 'a'") ==
        Texts{"1'000'000", "0x1p-3f", "1e+5", ".5f", "1", "-", "2", "'a'"});
}

TEST_CASE("only '<<<' is joined to a launch's token, '>' never is") {
  CHECK(lexed("k<<<1>>>(2)") == Texts{"k", "<<<", "1", ">", ">", ">", "(", "2", ")"});
  CHECK(lexed("a << b <= c <d") == Texts{"a", "<<", "b", "<=", "c", "<", "d"});
  CHECK(lexed("operator<<<T>(a)") == Texts{"operator", "<<", "<", "T", ">", "(", "a", ")"});
  CHECK(lexed("p->k::n ## m") == Texts{"p", "->", "k", "::", "n", "##", "m"});
}

TEST_CASE("a literal that does not end, ends with its line") {
  CHECK(lexed("don't\nb") == Texts{"don", "'t", "b"});
  CHECK(lexed("\"open\nb") == Texts{"\"open", "b"});
  CHECK(lexed("a /* open\nb") == Texts{"a"});
  CHECK(lexed("R\"(open\nb") == Texts{"R\"(open\nb"});
  CHECK(lexed("\"ends in a backslash\\") == Texts{"\"ends in a backslash\\"});
}

TEST_CASE("directives are left out, macros are kept apart") {
  const LexedSource result =
      lex("#include <a<<<b>\n"
          "# define LAUNCH(k, ...) \\\n"
          "  k<<<1, 2>>>(__VA_ARGS__) // comment\n"
          "#define EMPTY\n"
          "#define PARENTHESIS (1)\n"
          "#error say /* over \n lines */ \n"
          "a # b\n");
  CHECK(texts(result.tokens) == Texts{"a", "#", "b"});
  REQUIRE(result.macros.size() == 3);
  CHECK(result.macros[0].name == "LAUNCH");
  CHECK(texts(result.macros[0].tokens) ==
        Texts{"k", "<<<", "1", ",", "2", ">", ">", ">", "(", "__VA_ARGS__", ")"});
  CHECK(result.macros[1].tokens.empty());
  CHECK(texts(result.macros[2].tokens) == Texts{"(", "1", ")"});
}

TEST_CASE("what stands under #if 0 is left out, other branches are kept") {
  CHECK(lexed("#if 0\na\n#if 1\nb\n#else\nc\n#endif\nd\n#else\ne\n#endif\nf") ==
        Texts{"if", "else", "e", "endif", "f"});
  CHECK(lexed("#if 0\na\n#elif X\nb\n#else\nc\n#endif") == Texts{"if", "elif", "b", "else", "c", "endif"});
  CHECK(lexed("#ifdef X\na\n#else\nb\n#endif") == Texts{"ifdef", "a", "else", "b", "endif"});
  CHECK(lex("#if 0\n#define A 1\n#endif\n#define B 2").macros.size() == 1);
}
