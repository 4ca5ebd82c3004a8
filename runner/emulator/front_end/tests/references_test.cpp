#include "runner/emulator/front_end/references.hpp"

#include CATCH2_HEADER

#include <set>
#include <string>

using cuda_front_end::References;

TEST_CASE("a kernel comes by what the functions name that it calls") {
  References references;
  references.add("@k", "  call void @f(i32* @sums)");
  references.add("@f", "  call void @g()");
  references.add("@g", "  store i32 1, i32* getelementptr ([2 x i32], [2 x i32]* @tile, i64 0, i64 1)");
  references.add("@g", "  call void @f(i32* null)");  // around
  references.add("@other", "  store i32 1, i32* @unused");
  CHECK(references.reachable("@k") == std::set<std::string>{"@f", "@g", "@sums", "@tile"});
  CHECK(references.reachable("@nothing").empty());
}

TEST_CASE("intrinsics are no references") {
  References references;
  references.add("@k", "  call void @llvm.trap()");
  CHECK(references.reachable("@k").empty());
}
