#include "runner/emulator/front_end/ir/references.hpp"

#include CATCH2_HEADER

#include <set>
#include <string>

using cuda_front_end::References;

TEST_CASE("a kernel comes by what the functions name that it calls") {
  const References references({
      "@table = internal global [1 x void ()*] [void ()* @in_table]",
      "define void @k() {",
      "  call void @f(i32* @sums)",
      "}",
      "define void @f(i32* %p) {",
      "  call void @g()",
      "}",
      "define void @g() {",
      "  store i32 1, i32* getelementptr ([2 x i32], [2 x i32]* @tile, i64 0, i64 1)",
      "  call void @f(i32* null)",  // around
      "  %f = load void ()*, void ()** getelementptr ([1 x void ()*], [1 x void ()*]* @table, i64 0, i64 0)",
      "}",
      "define void @other() {",
      "  store i32 1, i32* @unused",
      "}",
  });
  CHECK(references.reachable("@k") ==
        std::set<std::string>{"@f", "@g", "@in_table", "@sums", "@table", "@tile"});
  CHECK(references.reachable("@nothing").empty());
}

TEST_CASE("intrinsics are no references") {
  const References references({"define void @k() {", "  call void @llvm.trap()", "}"});
  CHECK(references.reachable("@k").empty());
}
