#include "runner/emulator/front_end/ir/runtime_calls.hpp"

#include CATCH2_HEADER

#include <string>

using cuda_front_end::RuntimeCalls;

TEST_CASE("calls of the runtime are neither merged nor jumps") {
  const RuntimeCalls calls({"define internal void @f() #0 {", "}"});
  CHECK(calls.marked("  call void @_Z13__syncthreadsv() #1") ==
        "  notail call void @_Z13__syncthreadsv() #1");
  CHECK(calls.marked("  %1 = call i32 (i8*, ...) @printf(i8* %a)") ==
        "  %1 = notail call i32 (i8*, ...) @printf(i8* %a)");
  CHECK(calls.marked("declare void @_Z13__syncthreadsv() #1") ==
        "declare void @_Z13__syncthreadsv() nomerge #1");
}

TEST_CASE("other calls stay as they are") {
  const RuntimeCalls calls({"define internal void @f() #0 {", "}"});
  for (const std::string line :
       {"  call void @f()", "  call void @llvm.memset.p0i8.i64(i8* %p, i8 0, i64 4, i1 false)",
        "  call void asm sideeffect \"\", \"~{memory}\"()", "  %1 = add i32 %a, 1",
        "declare void @llvm.trap()"}) {
    CHECK(calls.marked(line) == line);
  }
}
