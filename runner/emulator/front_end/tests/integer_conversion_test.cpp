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

TEST_CASE("what is no number becomes the highest bit alone where 64 bits take part, and else 0") {
  const auto functions = [](const std::string& operation) {
    IntegerConversion conversion;
    conversion.saturated("  %conv = " + operation);
    return conversion.functions();
  };
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  const std::string is_none = "%is_none = fcmp uno ", known = "%known = select i1 %is_none, ";
  const std::string of_double = functions("fptosi double %8 to i32");
  CHECK(has(of_double, is_none + "double %x, %x"));
  CHECK(has(of_double, known + "i32 -2147483648, i32 %number"));
  const std::string to_long = functions("fptosi float %8 to i64");
  CHECK(has(to_long, is_none + "float %x, %x"));
  CHECK(has(to_long, known + "i64 -9223372036854775808, i64 %number"));
  CHECK(!has(functions("fptosi float %8 to i32"), "%is_none"));  // the intrinsic's own 0
  const std::string narrow = functions("fptoui double %8 to i16");
  CHECK(has(narrow, known + "i32 -2147483648, i32 %number"));
  CHECK(has(narrow, "%low = trunc i32 %known to i16"));
}

TEST_CASE("other conversions stay as they are") {
  IntegerConversion conversion;
  for (const std::string line : {"  %conv = sitofp i32 %8 to float, !dbg !33",
                                 "  %conv = fptrunc double %8 to float", "  store float %x, float* %y"}) {
    CHECK(conversion.saturated(line) == line);
  }
  CHECK(conversion.functions().empty());
}
