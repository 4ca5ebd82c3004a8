#include CATCH2_HEADER

#include <string>

#include "runner/emulator/lowering/tests/lowered.hpp"

using cuda_emulator::lowering::plain;
using cuda_emulator::lowering::squeezed;

namespace {

const std::string run = " return ::cuda_emulator::run(__PRETTY_FUNCTION__, [=]() mutable {";
const std::string end = " ::cuda_emulator::reach_end();}); }";

bool refused(const std::string& lowered) {
  return lowered.find(squeezed("_Pragma(\"GCC error \\\"the body of this kernel")) != std::string::npos;
}

}  // namespace

TEST_CASE("the body of a kernel is what is run") {
  const std::string head = GENERATE(
      "__global__ void k(int* a, int n)", "void __global__ k()",
      "static __global__ void k(int n = f({1, 2}))",
      "template <class T, int N> __global__ void __launch_bounds__(256, 2) k(T (&a)[N], T b = T{})",
      "extern \"C\" __global__ void k(const float* __restrict__ a)",
      "template <> __global__ void k<int>(int* a)", "__global__ void k(std::pair<int, int> p, A<B<C>> c)",
      "__global__ __launch_bounds__(64) void ns::k(void (*f)(int))");
  CAPTURE(head);
  CHECK(plain(head + " { a[0] = {1}; if (n) { return; } } int x;") ==
        squeezed(head + " {" + run + " a[0] = {1}; if (n) { return; } " + end + " int x;"));
}

TEST_CASE("declarations and other functions stay as they are") {
  const std::string source =
      GENERATE("__global__ void k(int* a);", "template __global__ void k<int>(int* a);",
               "__device__ int f(int a) { return a; }", "__device__ int table[] = {1, 2};",
               "__constant__ float c[2]{1, 2};", "__device__ dim3 d(1, 2);",
               "__host__ __device__ A(int a) : a_(a), b_{a} { c(); }",
               "struct A { __device__ int operator()(int a) const { return a; } };",
               "int main() { auto f = [=] __device__ (int i) { return i; }; }", "\"__global__ void k() {}\";",
               "__device__ A& operator=(const A& a) { return *this; }", "// __global__ void k() {}");
  CHECK(cuda_emulator::lowering::lower(source, "user.cu") == "#line 1 \"user.cu\"\n" + source);
}

TEST_CASE("kernels that macros define") {
  CHECK(plain("#define MAP(name, op) __global__ void name(int* a) { a[0] op; }\nMAP(f, += 1)") ==
        squeezed("#define MAP(name, op) __global__ void name(int* a) {" + run + " a[0] op; " + end +
                 " MAP(f, += 1)"));
  SECTION("of which the macro brings the head") {
    CHECK(plain("#define KERNEL __global__ void\nKERNEL k(int a) { f(); }") ==
          squeezed("#define KERNEL __global__ void KERNEL k(int a) {" + run + " f(); " + end));
    CHECK(plain("#define KERNEL(n) __global__ void n(int* a)\nKERNEL(k) { f(); }\nKERNEL(j);") ==
          squeezed("#define KERNEL(n) __global__ void n(int* a) KERNEL(k) {" + run + " f(); " + end +
                   " KERNEL(j);"));
    CHECK(plain("#define G __global__\n#define GV G void\nGV k() { }") ==
          squeezed("#define G __global__ #define GV G void GV k() {" + run + " " + end));
  }
  SECTION("of which the macro brings the beginning alone: refused") {
    CHECK(refused(plain("#define BEGIN __global__ void k() {\nBEGIN }")));
  }
}

TEST_CASE("branches of an #if that begin the same kernel") {
  const std::string both =
      plain("#ifdef A\n__global__ void k(int a) {\n#else\n__global__ void k(long a) {\n#endif\nf(); }");
  CHECK(both == squeezed("#ifdef A __global__ void k(int a) {" + run + " #else __global__ void k(long a) {" +
                         run + " #endif f(); " + end));
  SECTION("two ends of one kernel") {
    CHECK(plain("__global__ void k() {\n#ifdef A\nf(); }\n#else\ng(); }\n#endif\nint x;") ==
          squeezed("__global__ void k() {" + run + " #ifdef A f(); " + end + " #else g(); " + end +
                   " #endif int x;"));
  }
  SECTION("only one of them is a kernel: refused where that branch is taken") {
    CHECK(refused(plain("#ifdef A\n__global__ void k() {\n#else\nvoid k() {\n#endif\nf(); }")));
    CHECK(refused(plain("#ifdef A\nvoid k() {\n#else\n__global__ void k() {\n#endif\nf(); }")));
  }
}
