#include CATCH2_HEADER

#include <string>

#include "runner/emulator/lowering/tests/lowered.hpp"

using cuda_emulator::lowering::lower;
using cuda_emulator::lowering::plain;
using cuda_emulator::lowering::squeezed;

namespace {

std::string type(const std::string& name) {
  return "cuda_emulator_type_of_" + name;
}

// What follows a declaration, up to the user's own ';'.
std::string reference(const std::string& name) {
  const std::string variable = "cuda_emulator_memory_of_" + name;
  return "; static thread_local ::cuda_emulator::SharedVariable " + variable + "; [[maybe_unused]] auto& " +
         name + " = ::cuda_emulator::shared_variable<" + type(name) + ">(" + variable + ", \"" + name + "\")";
}

void check(const std::string& declaration, const std::string& lowered_type, const std::string& references) {
  CAPTURE(declaration);
  CHECK(plain("void f() { g(); " + declaration + "; h(); }") ==
        squeezed("void f() { g(); typedef " + lowered_type + references + "; h(); }"));
}

}  // namespace

TEST_CASE("static shared memory is a reference to memory of the block") {
  const std::string s = type("s"), r = reference("s");
  check("__shared__ float s[16][16]", "float " + s + "[16][16]", r);
  check("__shared__ T s", "T " + s, r);
  check("static __shared__ unsigned long long s[N]", "unsigned long long " + s + "[N]", r);
  check("volatile __shared__ int s[2 * (N + 1)]", "volatile int " + s + "[2 * (N + 1)]", r);
  check("int __shared__ s", "int " + s, r);
  check("__shared__ __align__(16) float4 s[8]", "float4 " + s + "[8]", r);
  check("alignas(sizeof(T)) __shared__ const unsigned char* s[8]", "const unsigned char* " + s + "[8]", r);
  check("__shared__ int (*s)[4]", "int (*" + s + ")[4]", r);
  check("__shared__ std::pair<int, A<(1 > 2), B<T>>> s[4]", "std::pair<int, A<(1 > 2), B<T>>> " + s + "[4]",
        r);
  check("__shared__ typename A<T>::template B<int>::C s", "typename A<T>::template B<int>::C " + s, r);
  check("__shared__ struct { int a, b[4]; } s[2]", "struct { int a, b[4]; } " + s + "[2]", r);
  check("__shared__ union U s", "union U " + s, r);
  check("__shared__ struct P { int a; } s; __shared__ int t", "struct P { int a; } " + s,
        r + "; typedef int " + type("t") + reference("t"));
  check("__shared__ float a[4], *b, c[2][3]",
        "float " + type("a") + "[4], *" + type("b") + ", " + type("c") + "[2][3]",
        reference("a") + reference("b") + reference("c"));
}

TEST_CASE("static shared memory stays a variable where a reference cannot stand for it") {
  const std::string source = GENERATE(
      "void f() { __shared__ int s[4]; auto g = [=](int i) { return s[i]; }; }",
      "void f() { auto g = [](int i) { __shared__ int s[4]; return s[i]; }; }",
      "void f() { __shared__ int s; struct A { int g() { return s; } }; }",
      "void f() { if (a) goto end; __shared__ int s; end: g(); }",
      "void f() { switch (a) { case 1: __shared__ int s; s = 1; break; default: g(); } }",
      "#define SHARED(n) __shared__ int n[4]\nvoid f() { SHARED(s); }", "void f() { __shared__ int; }",
      "void f() { __shared__ int s = 1; }", "void f() { __shared__ A s{1}; }", "void f() { __shared__",
      "void f() { __shared__ A<B s; }", "void f() { [[maybe_unused]] __shared__ int s; }");
  CHECK(lower(source, "user.cu") == "#line 1 \"user.cu\"\n" + source);
}

TEST_CASE("lambdas that refer to static shared memory leave it a reference") {
  CHECK(plain("void f() { __shared__ int s[4]; auto g = [&](int i) { return s[i]; }; }") ==
        squeezed("void f() { typedef int " + type("s") + "[4]" + reference("s") +
                 "; auto g = [&](int i) { return s[i]; }; }"));
}
