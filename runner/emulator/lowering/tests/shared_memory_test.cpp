#include CATCH2_HEADER

#include <string>

#include "runner/emulator/lowering/tests/lowered.hpp"

using cuda_emulator::lowering::plain;
using cuda_emulator::lowering::squeezed;

namespace {

std::string reference(const std::string& name) {
  return "; [[maybe_unused]] auto& " + name + " = *static_cast<cuda_emulator_type_of_" + name +
         "*>(::cuda_emulator::dynamic_shared_memory())";
}

}  // namespace

TEST_CASE("dynamic shared memory in a function is a reference to it") {
  CHECK(plain("void f() { extern __shared__ float s[]; }") ==
        squeezed("void f() { typedef float cuda_emulator_type_of_s []" + reference("s") + " ; }"));
  CHECK(plain("void f() { extern volatile __shared__ unsigned long s[][16]; }") ==
        squeezed("void f() { typedef volatile unsigned long cuda_emulator_type_of_s [][16]" + reference("s") +
                 " ; }"));
  CHECK(plain("void f() { __shared__ extern std::pair<int, A<T>> s[]; }") ==
        squeezed("void f() { typedef std::pair<int, A<T>> cuda_emulator_type_of_s []" + reference("s") +
                 " ; }"));
  CHECK(plain("void f() { extern __shared__ int a[], b[]; }") ==
        squeezed("void f() { typedef int cuda_emulator_type_of_a [], cuda_emulator_type_of_b []" +
                 reference("a") + reference("b") + " ; }"));
}

TEST_CASE("an alignment of dynamic shared memory is taken away") {
  const std::string before =
      "void f() { typedef unsigned char cuda_emulator_type_of_s []" + reference("s") + " ; }";
  CHECK(plain("void f() { extern __shared__ __align__(16) unsigned char s[]; }") == squeezed(before));
  CHECK(plain("void f() { extern __shared__ alignas(sizeof(T)) unsigned char s[]; }") == squeezed(before));
}

TEST_CASE("dynamic shared memory in a macro") {
  CHECK(plain("#define SHARED(T, name) extern __shared__ T name[]\n") ==
        squeezed(
            "#define SHARED(T, name) typedef T cuda_emulator_type_of_##name[]; [[maybe_unused]] auto& name = "
            "*static_cast<cuda_emulator_type_of_##name*>(::cuda_emulator::dynamic_shared_memory())"));
}

TEST_CASE("dynamic shared memory outside of functions is referred to where it is used") {
  const std::string scope = GENERATE("", "namespace { ", "namespace a::b { ", "extern \"C\" { ");
  CAPTURE(scope);
  const std::string type = scope + "typedef int cuda_emulator_type_of_s [][2]; ";
  const std::string here = reference("s").substr(1) + ";";
  const std::string declared = scope + "extern __shared__ int s[][2]; ";
  CHECK(plain(declared + "__device__ int f(int i) { return s[i][0]; }") ==
        squeezed(type + "__device__ int f(int i) {" + here + " return s[i][0]; }"));
  SECTION("by each function, once") {
    CHECK(plain(declared +
                "__device__ void f() { s[0][0] = 1; } extern __shared__ int s[][2]; __device__ void "
                "g() { s[0][0] = 2; }") ==
          squeezed(type + "__device__ void f() {" + here + " s[0][0] = 1; } " + type.substr(scope.size()) +
                   "__device__ void g() {" + here + " s[0][0] = 2; }"));
  }
  SECTION("not where another thing has the name, nor on the host") {
    for (const std::string other :
         {"__device__ int f(int* s) { return s[0]; }", "__device__ int f(T t) { return t.s; }",
          "int main() { int s; }", "__device__ int f() { return 0; }"}) {
      CHECK(plain(declared + other) == squeezed(type + other));
    }
  }
}

TEST_CASE("other declarations stay as they are") {
  const std::string source =
      GENERATE("extern int s[];", "extern __shared__", "void f() { extern __shared__ int s; }",
               "__shared__ int s[2];", "namespace a { __shared__ int s[2]; }");
  CHECK(cuda_emulator::lowering::lower(source, "user.cu") == "#line 1 \"user.cu\"\n" + source);
}
