#include CATCH2_HEADER

#include "runner/emulator/front_end/ptx/parse.hpp"

using namespace cuda_front_end::ptx;

namespace {

/// The only statement of `text`, an instruction.
Instruction instruction(std::string_view text) {
  const auto statements = parse(text);
  REQUIRE(statements.size() == 1);
  return std::get<Instruction>(statements[0]);
}

}  // namespace

TEST_CASE("an instruction of inline PTX has words and operands") {
  const Instruction add = instruction("add.cc.u32 $0, $1, -5;  // a comment\n /* another */");
  CHECK(add.opcode() == "add.cc.u32");
  CHECK(add.words == std::vector<std::string>{"add", "cc", "u32"});
  REQUIRE(add.operands.size() == 3);
  CHECK(add.operands[0].kind == Operand::Kind::parameter);
  CHECK(add.operands[1].text == "1");
  CHECK(add.operands[2].kind == Operand::Kind::number);
  CHECK(add.operands[2].constant.bits == 0 - 5ull);
}

TEST_CASE("an address of PTX has a register and an offset") {
  const Instruction load = instruction("ld.global.L1::no_allocate.v2.f32 {$0, _}, [$2+16];");
  CHECK(load.words[2] == "L1::no_allocate");
  CHECK(load.operands[0].kind == Operand::Kind::vector);
  CHECK(load.operands[0].parts[1].kind == Operand::Kind::sink);
  CHECK(load.operands[1].kind == Operand::Kind::address);
  CHECK(load.operands[1].parts.at(0).text == "2");
  CHECK(load.operands[1].offset == 16);
  CHECK(instruction("st.u8 [$0+-3], $1;").operands[0].offset == -3);
  CHECK(instruction("st.u8 [$0+(1<<4)+2], $1;").operands[0].offset == 18);
  CHECK_THROWS_AS(parse("st.u8 [$0-3], $1;"), Invalid);
}

TEST_CASE("registers of PTX belong to their braces") {
  const auto statements = parse("{ .reg .pred p; @!p bra L; { .reg .b32 p<2>; mov.b32 p1, %laneid; } L: }");
  REQUIRE(statements.size() == 6);
  const auto& outer = std::get<Register>(statements[0]);
  CHECK(outer.type == "pred");
  const auto& branch = std::get<Instruction>(statements[1]);
  REQUIRE(branch.guard.size() == 1);
  CHECK(branch.guard[0].negated);
  CHECK(branch.guard[0].text == outer.name);
  const auto& move = std::get<Instruction>(statements[4]);
  CHECK(move.operands[0].text == std::get<Register>(statements[3]).name);
  CHECK(move.operands[1].kind == Operand::Kind::special);
  CHECK(move.operands[1].text == "laneid");
  CHECK(branch.operands[0].text == std::get<Label>(statements[5]).name);
}

TEST_CASE("a pair of results of PTX") {
  const Instruction shuffle = instruction("shfl.sync.up.b32 $0|$1, $2, 1, 0, -1;");
  CHECK(shuffle.operands[0].kind == Operand::Kind::pair);
  CHECK(shuffle.operands[0].parts[1].text == "1");
}

TEST_CASE("constants of the compiler are text to PTX") {
  const auto statements = parse("mov.u32 $0, -$1; ld.u32 $0, [$2+$1*4];", {{"1", "-5"}});
  CHECK(std::get<Instruction>(statements[0]).operands[1].constant.bits == 5);
  CHECK(std::get<Instruction>(statements[1]).operands[1].offset == -20);
}

TEST_CASE("names that are not known may be those of other statements") {
  CHECK_THROWS_AS(parse("mov.u32 $0, x;"), Invalid);
  CHECK_THROWS_AS(parse("bra THERE;"), Invalid);
  for (const char* text : {"mov.u32 $0, x;", "bra x;", ".shared .b32 x;"}) {
    const auto statements = parse(text, {}, {"x"});
    REQUIRE(statements.size() == 1);
    CHECK(std::holds_alternative<Lacking>(statements[0]));
  }
}

TEST_CASE("text that is not PTX is refused") {
  for (const char* text : {"add.u32 $0, $1 $2;",
                           "{",
                           "{ {} ",
                           "}",
                           "add.u32 $0, $1, 1",
                           "/* open",
                           "mov.u32 $0, 1;;",
                           ";",
                           "mov.u32 $0, $1,;",
                           "mov.u32 $0,, $1;",
                           "{ .reg .u32 a; .reg .u32 a; }",
                           "L: mov.u32 $0, 1; L: mov.u32 $0, 2;",
                           "{ .reg .pred p; @p; mov.u32 $0, 1; }",
                           "{ .reg .pred p; @!!p mov.u32 $0, 1; }",
                           "{ .reg .u32 1a; }",
                           "{ .reg u32 a; }",
                           "{ .reg .u32 a b; }",
                           "mov.u32 $0, 'a';",
                           ".foo;",
                           "mov.u32 {$0, 1;",
                           "mov.u32 $0, [$1;"}) {
    INFO(text);
    CHECK_THROWS_AS(parse(text), Invalid);
  }
}
