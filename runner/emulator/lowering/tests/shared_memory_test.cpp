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

TEST_CASE("dynamic shared memory outside of functions is declared as itself") {
  const std::string label = " __asm__(\"cuda_emulator_dynamic_shared_memory\")";
  const std::string scope = GENERATE("", "namespace { ", "namespace a::b { ", "extern \"C\" { ");
  CAPTURE(scope);
  CHECK(plain(scope + "extern __shared__ int s[];") ==
        squeezed(scope + "extern __thread int s[]" + label + " ;"));
  CHECK(plain(scope + "extern __shared__ float4 s[][2];") ==
        squeezed(scope + "extern __thread float4 s[][2]" + label + " ;"));
}

TEST_CASE("other declarations stay as they are") {
  const std::string source =
      GENERATE("void f() { __shared__ int s[4]; }", "void f() { static __shared__ T s; }", "extern int s[];",
               "extern __shared__", "void f() { extern __shared__ int s; }", "__shared__ int s[2];");
  CHECK(cuda_emulator::lowering::lower(source, "user.cu") == "#line 1 \"user.cu\"\n" + source);
}
