// Calls that no CUDA compiler takes, and programs that only look like it.
#include CATCH2_HEADER

#include <string>
#include <vector>

#include "runner/emulator/lowering/tests/told_errors.hpp"

using cuda_emulator::lowering::told_errors;
using Errors = std::vector<std::string>;

namespace {

const std::string host_from_kernel =
    "calling a __host__ function(\\\"f\\\") from a __global__ function(\\\"k\\\") is not allowed: add "
    "__device__ to f";
const std::string device_from_host =
    "calling a __device__ function(\\\"f\\\") from a __host__ function(\\\"main\\\") is not allowed: add "
    "__host__ to f";

Errors at(const std::string& place, const std::string& message) {
  return {place + ": " + message};
}

// A program with a host function f that a kernel calls by this statement.
Errors in_kernel(const std::string& statement) {
  return told_errors("int f(int a) { return a; }\n__global__ void k(int* x, int a, int b) { " + statement +
                     " }\n");
}

// A program with a device function f that main calls by this statement.
Errors in_main(const std::string& statement) {
  return told_errors("__device__ int f(int a) { return a; }\nint main() { int a = 1, b = 2, x[2]; " +
                     statement + " }\n");
}

}  // namespace

TEST_CASE("a host function called in device code") {
  CHECK(told_errors("int f(int a) { return a; }\n__global__ void k(int* x) {\n  x[0] = f(1);\n}\n") ==
        at("3:10", host_from_kernel));
  const std::string head =
      GENERATE("int f(int a) {}", "static inline int f(int a) {}", "template <class T> T f(T a) {}",
               "__host__ int f(int a) {}", "extern \"C\" int f(int a) {}", "extern \"C\" { int f(int a) {} }",
               "namespace a::b { std::vector<int>& f(int a) {} } using namespace a::b;",
               "unsigned long long f(int);\n"
               "unsigned long long f(int) {}",
               "auto f(int a) -> int {}", "int f(int) {} double f(float) noexcept {}",
               "#ifndef N\n#define N 5\n#endif\nT f(int a) {}");
  CAPTURE(head);
  CHECK(told_errors(head + "\n__global__ void k() { f(1); }").size() == 1);
}

TEST_CASE("each place is reported once, in the order of the source") {
  const Errors told = told_errors(
      "int f(int a) { return a; }\n__device__ int g(int a) { return a; }\n__global__ void k(int* x) {\n"
      "\tx[f(0)] = f(f(1));\n}\nint main() { g(1); }\n");
  REQUIRE(told.size() == 4);
  CHECK(told[0] == "4:4: " + host_from_kernel);
  CHECK(told[1].starts_with("4:12: "));
  CHECK(told[2].starts_with("4:14: "));
  CHECK(told[3].starts_with("6:14: calling a __device__ function(\\\"g\\\")"));
}

TEST_CASE("where a call is beyond doubt") {
  const std::string statement =
      GENERATE("f(1);", "x[0] = f(1);", "if (a) f(1);", "if (a && f(1)) { x[0] = 1; }", "while (f(a)) {}",
               "for (int i = 0; i < f(3); ++i) {}", "for (;;) { if (a) {} else { do { f(1); } while (1); } }",
               "x[f(0)] = 1;", "int y = 2 * f(1);", "int y = a * f(1);", "x[0] = (int)f(1);",
               "return (void)f(1);", "int y = g(1, f(1));", "f<int>(1);", "switch (a) { case 1: { f(1); } }",
               "x[0] = a & f(1);", "x[0] = a ? f(1) : 2;", "int y = (a + b) * f(1);");
  CAPTURE(statement);
  CHECK(in_kernel(statement).size() == 1);
  CHECK(in_main(statement).size() == 1);
}

TEST_CASE("where a call may be something else") {
  const std::string statement = GENERATE(
      "int f = 3; x[0] = f;", "int f(3); x[0] = f(1);", "auto f = [](int i) { return i; }; f(1);",
      "Functor f(2); f(1);", "int y = 1, f(2); f(1);", "Functor* f(&a); f(1);", "Functor &f(a); f(1);",
      "std::vector<int> f(2); f(1);", "int y = 3, *f(x); f(1);", "a.f(1);", "x->f(1);", "ns::f(1);",
      "for (int i = 0, f(2); i < f(1);) {}", "sizeof(f(1));", "decltype(f(1)) y = 0;", "sizeof f(1);",
      "struct S { int f(int); int g() { return f(1); } };", "[=] __device__ (int i) { return f(i); };",
      "auto g = [&](int i) { return f(i); };", "MACRO(f(1));", "assert(f(1));", "using ns::f; f(1);",
      "if constexpr (a) { f(1); }", "\n#ifdef __CUDA_ARCH__\nf(1);\n#endif\n", "g(f); f(1);",
      "auto p = &f; f(1);", "UNKNOWN f(1);", "enum { f }; f(1);", "extern __device__ int f(int); f(1);",
      "auto g = [f] { return f(1); };", "\"f(1)\";", "// f(1);", "auto [f, g] = p; f(1);");
  CAPTURE(statement);
  CHECK(in_kernel(statement).empty());
  CHECK(in_main(statement).empty());
}

TEST_CASE("functions of which the space is in doubt") {
  const std::string head = GENERATE(
      "int f(int) {} __device__ float f(float) {}", "__host__ __device__ int f(int) {}",
      "#define HD __host__ __device__\nHD int f(int) {}", "ANNOTATION int f(int) {}",
      "ANNOTATION T f(int) {}", "#define INT __device__ int\nINT f(int) {}", "constexpr int f(int) {}",
      "static constexpr auto f(int) {}", "#ifdef __CUDACC__\n__device__\n#endif\nint f(int) {}",
      "#ifdef __CUDA_ARCH__\nint f(int) {}\n#endif", "__device__ int f(int);\nint f(int) {}",
      "int f(int) {}\nint __device__ f(float);",
      "template <class T> T f(T) {}\ntemplate <> __device__ int f<int>(int) {}", "int f(int) {}\nDECLARE(f);",
      "int f(int) {}\n#define DECLARE(n) __device__ int n(float)\nDECLARE(f);",
      "#define f(x) (x)\nint f(int) {}", "#define DEFINE(a, b) __device__ int a##b(float)\nint f(int) {}",
      "int f(int) {}\nstruct f {};", "int f(int) {}\nstruct S { friend __device__ int f(S) {} };",
      "int f(int) {}\n#define LOCAL int f = 3;", "#include \"mine.hpp\"\nint f(int) {}",
      "#include <mine/f.hpp>\nint f(int) {}", "int (*f)(int);", "Functor f(3);", "int f(int);",
      "#if A\nint f(int) {}\n#else\n"
      "int f(int) {}\n#endif",
      "int f(int) {}\nvoid h(F f) {}", "int f(int) {}\ntemplate <class f> void h() {}",
      "int f(int) {}\ntemplate <int f(int)> void h() {}", "#define __host__\nint f(int) {}",
      "int f(int) = delete;", "auto f = [](int) {};",
      "int f(int) {}\nstatic __device__ int g(int), f(float);");
  CAPTURE(head);
  CHECK(told_errors(head + "\n__global__ void k() { f(1); }\nint main() { f(1); }").empty());
}

TEST_CASE("callers that may not be compiled, or whose space is in doubt") {
  const std::string caller = GENERATE(
      "template <class T> __global__ void k() { f(1); }", "static __device__ int g() { return f(1); }",
      "__device__ inline int g() { return f(1); }", "namespace { __device__ int g() { return f(1); } }",
      "__host__ __device__ int g() { return f(1); }", "HD int g() { return f(1); }",
      "struct S { __device__ int g() { return f(1); } };", "__device__ int S::g() { return f(1); }",
      "__device__ int x = f(1);", "__device__ int g(int a = f(1)) { return a; }",
      "__device__ int operator+(S, S) { return f(1); }", "__device__ int g(); int g() { return f(1); }",
      "constexpr __device__ int g() { return f(1); }", "auto g = [=] __device__ (int i) { return f(i); };");
  CAPTURE(caller);
  CHECK(told_errors("int f(int a) { return a; }\n" + caller).empty());
}

TEST_CASE("callers that are compiled because they are used") {
  const std::string use = "\n__global__ void k() { g(1); }\nvoid main() { t<<<1, 1>>>(1); }";
  const std::string caller = GENERATE("static __device__ int g(int a) { return f(a); }",
                                      "template <class T> __device__ T g(T a) { return f(3); }",
                                      "template <class T> __global__ void t(T a) { f(3); }");
  CAPTURE(caller);
  CHECK(told_errors("int f(int a) { return a; }\n" + caller + use).size() == 1);
}

TEST_CASE("names that headers declare, too") {
  for (const std::string name :
       {"max", "abs", "reduce", "swap", "sync", "printf", "atomicAdd", "__ldg", "norm"}) {
    CAPTURE(name);
    CHECK(told_errors("int " + name + "(int a) { return a; }\n__global__ void k() { " + name + "(1); }")
              .empty());
    CHECK(told_errors("__device__ int " + name + "(int a) { return a; }\nint main() { " + name + "(1); }")
              .empty());
  }
}

TEST_CASE("a device function called on the host") {
  CHECK(told_errors("__device__ int f(int a) { return a; }\nint main() {\n  return f(1);\n}\n") ==
        at("3:10", device_from_host));
  CHECK(told_errors("__device__ int f(int) {}\nstatic int g() { return f(1); }").size() == 1);
}

TEST_CASE("a kernel called like a function") {
  const std::string message = "a __global__ function(\\\"k\\\") must be launched: k<<<grid, block>>>(...)";
  CHECK(told_errors("__global__ void k(int* x) {}\nint main() { k(0); }") == at("2:14", message));
  CHECK(told_errors("template <class T> __global__ void k(T* x) {}\nint main() { k<int>(0); }") ==
        at("2:14", message));
  CHECK(told_errors("__global__ void k(int* x) {}\n__device__ void g() { k(0); }") == at("2:23", message));
  CHECK(
      told_errors("__global__ void k(int*) {}\nint main() { k<<<1, 1>>>(0); k<int><<<1, 1>>>(0); }").empty());
  CHECK(told_errors("__global__ void k(int*) {}\nint main() { auto p = k; p(0); (*&k)(0); }").empty());
}

TEST_CASE("a launch of what is no kernel") {
  CHECK(told_errors("void f(int) {}\nint main() { f<<<1, 1>>>(0); }") ==
        at("2:14",
           "a __host__ function(\\\"f\\\") cannot be launched with <<<...>>>: declare it as a kernel, "
           "__global__ "
           "void f"));
  CHECK(told_errors("__device__ void f(int) {}\nint main() { f<<<1, 1>>>(0); }").size() == 1);
  CHECK(told_errors("KERNEL f(int) {}\nint main() { f<<<1, 1>>>(0); }").empty());
  CHECK(told_errors("#define KERNEL __global__ void\nKERNEL f(int) {}\nint main() { f<<<1, 1>>>(0); }")
            .empty());
  CHECK(told_errors("void f(int) {}\nint main() { void (*f)(int) = k; f<<<1, 1>>>(0); }").empty());
}

TEST_CASE("a kernel returns void") {
  const std::string message = "a __global__ function must return void: __global__ void k";
  CHECK(told_errors("__global__ int k(int* x) { return 1; }") == at("1:16", message));
  const std::string wrong =
      GENERATE("static __global__ unsigned long __launch_bounds__(256) k()", "float __global__ k()",
               "extern \"C\" __global__ const bool k()", "template <int n> __global__ int k()");
  CAPTURE(wrong);
  CHECK(told_errors(wrong + " {}").size() == 1);
  CHECK(told_errors(wrong + ";").size() == 1);
}

TEST_CASE("kernels that do, or may") {
  const std::string right = GENERATE(
      "static __global__ void __launch_bounds__(256) k()", "void __global__ k()", "__global__ auto k()",
      "__global__ auto k() -> void", "__global__ T k()", "#define int void\n__global__ int k()",
      "__global__ VOID k()", "extern \"C\" __global__ void k(int)", "#if A\n__global__ int k()\n#endif\n");
  CAPTURE(right);
  CHECK(told_errors(right + " {}").empty());
}
