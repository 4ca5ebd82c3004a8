#include CATCH2_HEADER

#include "runner/emulator/front_end/ptx/statement.hpp"

using cuda_front_end::ptx::Statements;

TEST_CASE("inline PTX becomes a call of a function") {
  Statements statements(true);
  const std::string call = statements.call(
      "  %7 = call i32 asm \"add.u32 $0, $1, 1;\", \"=r,r\"(i32 %a) #4, !dbg !31, !srcloc !32");
  CHECK(call == "  %7 = call i32 @cuda_emulator.ptx.1(i32 %a), !dbg !31");
  CHECK(statements.functions().find("define internal i32 @cuda_emulator.ptx.1(i32 %p0) alwaysinline") == 0);
  CHECK(statements.functions().find("add i32 ") != std::string::npos);
}

TEST_CASE("the same PTX is one function, but not for other constants") {
  Statements statements(false);
  const auto line = [](const char* number) {
    return "  call void asm sideeffect \"bar.sync $0;\", \"n\"(i32 " + std::string(number) + ")";
  };
  CHECK(statements.call(line("0")) == statements.call(line("0")));
  CHECK(statements.call(line("0")) != statements.call(line("1")));
}

TEST_CASE("lines without PTX stay as they are") {
  Statements statements(true);
  for (const char* line : {"  call void asm sideeffect \"\", \"~{memory}\"()", "  %1 = add i32 %a, 1",
                           "  call void @f(i8* null)"}) {
    CHECK(statements.call(line) == line);
  }
}

TEST_CASE("PTX that is not known is named") {
  Statements statements(true);
  const char* line = "  call void asm sideeffect \"wgmma.fence.sync.aligned;\", \"\"()";
  CHECK_THROWS_WITH(statements.call(line), "the PTX instruction 'wgmma.fence.sync.aligned' is not available");
}
