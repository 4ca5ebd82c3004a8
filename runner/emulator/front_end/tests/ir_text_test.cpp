#include "runner/emulator/front_end/ir/ir_text.hpp"

#include CATCH2_HEADER

#include <string>
#include <vector>

using namespace cuda_front_end;

TEST_CASE("brackets of LLVM's text enclose each other, and quotes hide them") {
  CHECK(closing_bracket("f(a, (b), [c])", 1) == 13);
  CHECK(closing_bracket("<{ i8, [2 x i8] }> x", 0) == 17);
  CHECK(closing_bracket("(\"a)b\")", 0) == 6);
  CHECK(closing_bracket("(a", 0) == std::string_view::npos);
}

TEST_CASE("a type ends where the value begins") {
  const std::string type = GENERATE("i32", "ptr", "%struct.S*", "[16 x float]", "<4 x i32>*", "{ i8*, i64 }",
                                    "void (i8*, i32)*", "%\"class.a::b\"**", "[2 x [3 x i8]]*");
  CHECK(type_end(type + " %value, i32 0", 0) == type.size());
}

TEST_CASE("a name may be in quotes") {
  CHECK(name_end("@_Z1kPi(i32* %p)", 0) == 7);
  CHECK(name_end("%\"a (b)\", i32", 0) == 8);
  CHECK(name_end("%struct.S.1* %p", 0) == 11);
  CHECK(plain_name("@\"a b\"") == "a b");
  CHECK(plain_name("@sums") == "sums");
}

TEST_CASE("commas within brackets and quotes part nothing") {
  CHECK(split_at_commas("i32 %a, <2 x i32> <i32 1, i32 2>, i8* getelementptr (i8, i8* @s, i64 1)") ==
        std::vector<std::string_view>{"i32 %a", "<2 x i32> <i32 1, i32 2>",
                                      "i8* getelementptr (i8, i8* @s, i64 1)"});
  CHECK(split_at_commas("").empty());
}

TEST_CASE("a word stands alone") {
  CHECK(has_word("define weak void @f()", "weak"));
  CHECK_FALSE(has_word("define weak_odr void @f()", "weak"));
  CHECK_FALSE(has_word("define void @weak()", "weak"));
  CHECK(without_word("define weak void @weak()", "weak") == "define void @weak()");
  CHECK(number_after("global i32 0, align 16", "align") == 16);
  CHECK(number_after("global i32 0", "align") == 0);
}
