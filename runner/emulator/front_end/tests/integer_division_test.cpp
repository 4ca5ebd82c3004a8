#include "runner/emulator/front_end/ir/integer_division.hpp"

#include CATCH2_HEADER

#include <string>

using cuda_front_end::IntegerDivision;

TEST_CASE("a division becomes a call, with its place in the source") {
  IntegerDivision division;
  CHECK(division.without_traps("  %div = sdiv i32 %4, %n, !dbg !23") ==
        "  %div = call i32 @cuda_emulator.sdiv.i32(i32 %4, i32 %n), !dbg !23");
  CHECK(division.without_traps("  %rem = urem i64 7, %x") ==
        "  %rem = call i64 @cuda_emulator.urem.i64(i64 7, i64 %x)");
  CHECK(division.functions().find("define internal i32 @cuda_emulator.sdiv.i32(i32 %a, i32 %b)") !=
        std::string::npos);
  CHECK(division.functions().find("@cuda_emulator.udiv") == std::string::npos);
}

TEST_CASE("what cannot trap stays as it is") {
  IntegerDivision division;
  for (const std::string line :
       {"  %div = sdiv i32 %4, 3, !dbg !23", "  %sub.ptr.div = sdiv exact i64 %sub.ptr.sub, 8, !dbg !62",
        "  %add = add i32 %a, %b", "  store i32 %div, i32* %p, align 4", "  %d = fdiv float %a, %b"}) {
    CHECK(division.without_traps(line) == line);
  }
  CHECK(division.functions().empty());
}
