#include "runner/emulator/front_end/ir/kernels.hpp"

#include CATCH2_HEADER

#include <string>

using namespace cuda_front_end;

namespace {

bool has(const std::string& text, const std::string& part) {
  CAPTURE(text, part);
  const bool found = text.find(part) != std::string::npos;
  CHECK(found);
  return found;
}

std::string row_of(const std::string& parameters, bool typed) {
  return kernel_row("define internal void @k(" + parameters + ") #0 {", {}, {}, "m1", typed);
}

}  // namespace

TEST_CASE("metadata name the kernels and their launch bounds") {
  const auto kernels = noted_kernels(
      {"!nvvm.annotations = !{!0, !1, !2}", "!0 = !{void (i32*)* @k, !\"kernel\", i32 1}",
       "!1 = !{void (i32*)* @k, !\"maxntidx\", i32 256}", "!2 = !{ptr @j, !\"kernel\", i32 1}"});
  REQUIRE(kernels.size() == 2);
  CHECK(kernels.at("@k").max_threads == 256);
  CHECK(kernels.at("@j").max_threads == 0);
}

TEST_CASE("a thunk loads each argument from where its pointer leads") {
  const std::string typed = row_of("float* noundef %x, i32 noundef %n", true);
  has(typed, "define internal void @\"cuda_emulator.thunk.k.m1\"(i8* %given) \"cuda_thunk\" {");
  has(typed, "%slot1 = getelementptr i8*, i8** %arguments, i64 1");
  has(typed, "%value0 = load float*, float** %address0, align 1");
  has(typed, "call void @k(float* %value0, i32 %value1)");
  const std::string opaque = row_of("ptr noundef %x, i32 noundef %n", false);
  has(opaque, "%slot1 = getelementptr ptr, ptr %arguments, i64 1");
  has(opaque, "%value0 = load ptr, ptr %address0, align 1");
  has(opaque, "call void @k(ptr %value0, i32 %value1)");
  CHECK(opaque.find('*') == std::string::npos);
}

TEST_CASE("a struct is passed as a pointer to where its argument lies") {
  const std::string typed = row_of("%struct.S* noundef byval(%struct.S) align 8 %s", true);
  has(typed, "call void @k(%struct.S* byval(%struct.S) align 8 %address0)");
  has(typed, "getelementptr (%struct.S, %struct.S* null, i32 1)");
  has(row_of("ptr noundef byval([3 x i8]) align 1 %s", false),
      "call void @k(ptr byval([3 x i8]) align 1 %address0)");
}

TEST_CASE("a bool is a byte in memory; small integers keep how they are extended") {
  const std::string row = row_of("i1 noundef zeroext %b, i16 noundef signext %s", true);
  has(row, "%value0 = load i8, i8* %address0, align 1");
  has(row, "%bit0 = trunc i8 %value0 to i1");
  has(row, "call void @k(i1 zeroext %bit0, i16 signext %value1)");
  has(row,
      "[2 x i64] [i64 ptrtoint (i8* getelementptr (i8, i8* null, i32 1) to i64), "
      "i64 ptrtoint (i16* getelementptr (i16, i16* null, i32 1) to i64)]");
}

TEST_CASE("a row tells of launch bounds and of shared variables") {
  const std::string row =
      kernel_row("define internal void @k() {", {.max_threads = 128}, {"tile", "sums"}, "m1", false);
  has(row, "call void @k()");
  has(row, "i64 0, i64 128, ");
  has(row, "@\"cuda_emulator.variable.tile.m1\"");
  has(row, "@\"cuda_emulator.variable.sums.m1\"");
  has(row, ", i64 2 }, section \"cuda_kernels\"");
}
