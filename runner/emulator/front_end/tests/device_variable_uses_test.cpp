#include "runner/emulator/front_end/ir/device_variable_uses.hpp"

#include CATCH2_HEADER

#include "runner/emulator/front_end/tests/compiled.hpp"

using cuda_front_end::compile_and_run;
using cuda_front_end::with_device_variable_uses;

namespace {

/// A host's half with two registered variables, and this code in a function.
std::string module_with(const std::string& code) {
  return "@total = internal global i32 undef, align 4\n@table = internal global [4 x i32] undef\n"
         "define dso_local i32 @main() #0 !dbg !7 {\nentry:\n" +
         code +
         "  ret i32 0, !dbg !12\n}\n"
         "define internal void @__cuda_register_globals(i8** %0) {\n"
         "  call void @__cudaRegisterVar(i8** %0, i8* bitcast (i32* @total to i8*), i8* null)\n"
         "  call void @__cudaRegisterVar(i8** %0, i8* bitcast ([4 x i32]* @table to i8*), i8* null)\n"
         "  store i32 0, i32* @total\n}\n";
}

std::size_t calls_in(const std::string& module) {
  const std::string call = "  notail call void @cuda_emulator_host_use(";
  std::size_t count = 0;
  for (std::size_t at = module.find(call); at != module.npos; at = module.find(call, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("an access of the host to a variable of the device gets a call before it, at its place") {
  const std::string made =
      with_device_variable_uses(module_with("  %0 = load i32, i32* @total, align 4, !dbg !9\n"));
  CHECK(calls_in(made) == 1);
  CHECK(made.find("@\"cuda_emulator.used.total\", i64 0, i64 0)), !dbg !9\n  %0 = load i32, i32* @total") !=
        made.npos);
  CHECK(made.find("@\"cuda_emulator.used.total\" = private constant [6 x i8] c\"total\\00\"") != made.npos);
}

TEST_CASE("elements, stores and copies are accesses, too") {
  for (const char* code :
       {"  store i32 5, i32* @total, align 4\n",
        "  %0 = load i32, i32* getelementptr inbounds ([4 x i32], [4 x i32]* @table, i64 0, i64 1)\n",
        "  %p = getelementptr inbounds [4 x i32], [4 x i32]* @table, i64 0, i64 %i\n  %0 = load i32, i32* "
        "%p\n",
        "  %b = bitcast [4 x i32]* @table to i8*\n  call void @llvm.memcpy.p0i8.p0i8.i64(i8* %c, i8* %b, i64 "
        "16, "
        "i1 false)\n"}) {
    INFO(code);
    CHECK(calls_in(with_device_variable_uses(module_with(code))) == 1);
  }
}

TEST_CASE("a variable that both sides share is the host's, too") {
  const std::string module =
      module_with("  %0 = load i32, i32* @total, align 4\n  store i32 1, i32* @total\n");
  CHECK(with_device_variable_uses(module, "total\n").empty());
  CHECK(calls_in(with_device_variable_uses(module, "table\n")) == 2);
}

TEST_CASE("what only names a variable is left as it is") {
  for (const char* code :
       {"  %0 = call i32 @_Z18cudaMemcpyToSymbol(i32* @total, i32* %n)\n",
        "  store i32* @total, i32** %p, align 8\n", "  %0 = load i32, i32* %total, align 4\n", ""}) {
    INFO(code);
    CHECK(with_device_variable_uses(module_with(code)).empty());
  }
  CHECK(with_device_variable_uses("define i32 @main() {\n  %0 = load i32, i32* @total\n}\n").empty());
}

TEST_CASE("the host that reads a variable of the device is told, with the line", "[compiles]") {
  const auto outcome = compile_and_run(R"x(#include <cstdio>
struct S { int a, b; };
__device__ int total;
static __device__ S pair;
__constant__ float weights[4];
__managed__ int shared_by_both;
__device__ int copied;
__global__ void k() { total = 5; pair.b = weights[1]; shared_by_both = 7; copied = 8; }
int main(int count, char**) {
  float host[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(weights, host, sizeof host);
  k<<<1, 1>>>();
  int n = 0;
  cudaMemcpyFromSymbol(&n, copied, sizeof n);
  printf("%d %d\n", shared_by_both, n);
  if (total == 5) puts("no");
  n = pair.b;
  weights[count] = 3;
  if (count > 5) total = 4;
}
)x");
  INFO(outcome.messages);
  REQUIRE(outcome.compiled);
  INFO(outcome.error);
  CHECK(outcome.output == "7 8\n");
  const auto tells = [&](const std::string& text) { return outcome.error.find(text) != std::string::npos; };
  for (const char* place : {"user.cu:16: ", "user.cu:17: ", "user.cu:18: "}) {
    CHECK(tells(std::string("device-memory-on-host: ") + place));
  }
  CHECK_FALSE(tells("user.cu:19: "));
  CHECK_FALSE(tells("user.cu:15: "));
  CHECK(tells("total"));
}
