#include CATCH2_HEADER

#include <string>
#include <vector>

#include "runner/emulator/lowering/tests/told_errors.hpp"

using cuda_emulator::lowering::told_errors;

TEST_CASE("a host variable in device code") {
  CHECK(told_errors("int n;\n__global__ void k(int* x) {\n  x[0] = n;\n}\nint main() { n = 3; }") ==
        std::vector<std::string>{
            "3:10: the host variable \\\"n\\\" cannot be used in a __global__ function(\\\"k\\\"): "
            "pass it as an argument, or declare it __device__"});
  const std::string variable = GENERATE(
      "static unsigned long long n = 5;", "namespace a { float n = 1; }", "#if A\n#endif\nint n;",
      "int m; int n; void g(int i) { n = i; h(2 * n, n); if (n < 3) { n += i * n; } for (n = 0;;) {} }");
  const std::string use =
      GENERATE("x[0] = n;", "if (a < n) x[0] = 1;", "x[0] = a * n;", "x[n] = 1;", "f(a, n);",
               "for (int i = 0; i < n; ++i) {}", "n = 3;", "x[0] = (int)n + 1;");
  CAPTURE(variable, use);
  CHECK(told_errors(variable + "\n__global__ void k(int* x, int a) { " + use + " }").size() == 1);
  CHECK(told_errors(variable + "\nvoid k(int* x, int a) { " + use + " }").empty());
}

TEST_CASE("variables of which it is in doubt") {
  const std::string variable = GENERATE(
      "const int n = 3;", "constexpr int n = 3;", "__device__ int n;", "__constant__ int n;",
      "__managed__ int n;", "static __device__ int n;", "static const int n = 3;", "int const n = 3;",
      "SPACE int n;", "int SPACE n;", "#define int const int\nint n = 3;",
      "#ifdef A\n__device__\n#endif\nint n;", "#if A\nint n;\n#endif", "int n; #\n#define n 3",
      "extern int n;", "int n; void g(int n) {}", "int n; void g(int* n) {}",
      "int n; template <int n> void g() {}", "int n; struct S { int n; };", "int n; enum { n };",
      "enum { n };", "int n; enum { m, n };", "int n; void g() { int m, n; }",
      "int n; void g() { for (int m = 0, n = 2;;) {} }", "int n; void g(T& n) {}",
      "int n; void g(std::vector<int> n) {}", "int n; auto g = [n] {};", "#include \"n.hpp\"\nint n;",
      "int n; void g() { auto [m, n] = p; }", "__device__\n\nint n;", "int n[3];",
      "int n; namespace a { __device__ int n; }", "int n(3);", "T n;", "int n; void g() { enum { n }; }");
  CAPTURE(variable);
  CHECK(told_errors(variable + "\n__global__ void k(int* x, int a) { x[0] = n; }").empty());
}

TEST_CASE("uses of a host variable that may be something else") {
  const std::string use = GENERATE(
      "int n = 1; x[0] = n;", "x->n = 1;", "x[0] = sizeof(n);", "decltype(n) y;", "a::n = 2;",
      "auto g = [=](int n) { return n; };", "\n#ifndef __CUDA_ARCH__\nx[0] = n;\n#endif\n", "MACRO(n);", "n;",
      "(void)n;", "(void)(n);", "static_cast<void>(n);", "x[0] = (n, a);", "if (a) n;", "for (n, a;;) {}",
      "S s = {.n = 3};", "T n{3}; x[0] = n;", "T *n = x; x[0] = *n;");
  CAPTURE(use);
  CHECK(told_errors("int n;\n__global__ void k(int* x, int a) { " + use + " }").empty());
  CHECK(told_errors("int n;\n__host__ __device__ void f(int* x) { x[0] = n; }").empty());
  CHECK(told_errors("int n;\ntemplate <class T> __global__ void k(T* x) { x[0] = n; }").empty());
}
