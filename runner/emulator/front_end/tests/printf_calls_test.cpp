#include "runner/emulator/front_end/ir/printf_calls.hpp"

#include CATCH2_HEADER

#include <string>

using cuda_front_end::PrintfCalls;

TEST_CASE("each call of vprintf tells its number in the module") {
  PrintfCalls calls;
  CHECK(calls.numbered("  %5 = call i32 @vprintf(i8* getelementptr (i8, i8* @a, i64 0), i8* %4), !dbg !3") ==
        "  %5 = call i32 @cuda_emulator_vprintf(i8* getelementptr (i8, i8* @a, i64 0), i8* %4, i32 1), !dbg "
        "!3");
  CHECK(calls.numbered("  %6 = call i32 @vprintf(i8* @b, i8* null)") ==
        "  %6 = call i32 @cuda_emulator_vprintf(i8* @b, i8* null, i32 2)");
  CHECK(calls.numbered("declare i32 @vprintf(i8*, i8*)") ==
        "declare i32 @cuda_emulator_vprintf(i8*, i8*, i32)");
  CHECK(calls.numbered("  call void @f()") == "  call void @f()");
}
