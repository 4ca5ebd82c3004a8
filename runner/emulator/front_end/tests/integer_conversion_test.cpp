#include "runner/emulator/front_end/ir/integer_conversion.hpp"

#include CATCH2_HEADER

#include <string>

using cuda_front_end::IntegerConversion;

TEST_CASE("a conversion to an integer becomes a call, with its place in the source") {
  IntegerConversion conversion;
  CHECK(conversion.saturated("  %conv = fptosi float %8 to i32, !dbg !33") ==
        "  %conv = call i32 @cuda_emulator.fptosi.float.i32(float %8), !dbg !33");
  CHECK(conversion.saturated("  %conv = fptoui double %8 to i64") ==
        "  %conv = call i64 @cuda_emulator.fptoui.double.i64(double %8)");
  CHECK(conversion.functions().find("call i32 @llvm.fptosi.sat.i32.f32(float %x)") != std::string::npos);
}

TEST_CASE("other conversions stay as they are") {
  IntegerConversion conversion;
  for (const std::string line : {"  %conv = sitofp i32 %8 to float, !dbg !33",
                                 "  %conv = fptrunc double %8 to float", "  store float %x, float* %y"}) {
    CHECK(conversion.saturated(line) == line);
  }
  CHECK(conversion.functions().empty());
}
