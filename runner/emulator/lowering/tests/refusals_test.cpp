#include CATCH2_HEADER

#include <string>

#include "runner/emulator/lowering/tests/lowered.hpp"

using cuda_emulator::lowering::plain;
using cuda_emulator::lowering::squeezed;

namespace {

bool refuses(const std::string& source, const std::string& reason) {
  return plain(source).find(squeezed("_Pragma(\"GCC error \\\"" + reason)) != std::string::npos;
}

bool refuses_ptx(const std::string& source) {
  return refuses(source, "inline PTX cannot run");
}

bool refuses_launch(const std::string& source) {
  return refuses(source, "a kernel launch in device code");
}

const std::string ptx = R"(asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));)";

}  // namespace

TEST_CASE("inline PTX is refused") {
  CHECK(refuses_ptx("__global__ void k() { " + ptx + " }"));
  CHECK(
      refuses_ptx("__device__ __forceinline__ unsigned lane() { unsigned lane; " + ptx + " return lane; }"));
  CHECK(refuses_ptx("__host__ __device__ unsigned f() { " + ptx + " }"));
  CHECK(refuses_ptx("#define LANE(lane) " + ptx));
  CHECK(refuses_ptx("__device__ void f() { if (x) { __asm__ __volatile__(\"trap;\"); } }"));
  CHECK(refuses_ptx("auto f = [=] __device__ () { asm(\"trap;\"); };"));
  CHECK(refuses_ptx("#define DEVICE __device__ inline\nDEVICE void f() { asm(\"trap;\"); }"));
  CHECK(refuses_ptx("__device__ void f() { asm(TEXT); }"));
  CHECK(refuses_ptx("__device__ void f() { asm(R\"(bar.sync 0;)\"); }"));
  CHECK(refuses_ptx("asm(\"{ \" \".reg .pred p; }\");"));
}

TEST_CASE("assembly of the host and barriers for the compiler are not") {
  CHECK_FALSE(
      refuses_ptx("int main() { asm volatile(\"cpuid\" : \"=a\"(a)); asm(\"lock; addl $0, (%%rsp)\"); }"));
  CHECK_FALSE(refuses_ptx("__host__ __device__ void f() { asm(\"pause\"); }"));
  CHECK_FALSE(refuses_ptx("__device__ void f() { asm volatile(\"\" ::: \"memory\"); }"));
  CHECK_FALSE(refuses_ptx("__device__ void f() { } void g() { asm(\"nop\"); }"));
  CHECK_FALSE(refuses_ptx("// __device__ void f() { " + ptx + " }"));
  CHECK_FALSE(refuses_ptx("#if 0\n" + ptx + "\n#endif"));
  CHECK_FALSE(
      refuses_ptx("int asm_count; f(\""
                  "asm(mov.u32)"
                  "\");"));
}

TEST_CASE("launches in device code are refused") {
  CHECK(refuses_launch("__global__ void k() { if (x) { j<<<1, 1>>>(); } }"));
  CHECK(refuses_launch("__device__ void f() { j<int><<<1, 1>>>(); }"));
  CHECK(refuses_launch("#define KERNEL __global__ void\nKERNEL k() { j<<<1, 1>>>(); }"));
  CHECK(refuses_launch("#define MAP(n) __global__ void n() { n<<<1, 1>>>(); }"));
}

TEST_CASE("launches of the host are not") {
  CHECK_FALSE(refuses_launch("int main() { k<<<1, 1>>>(); }"));
  CHECK_FALSE(refuses_launch("__host__ void f() { k<<<1, 1>>>(); }"));
  CHECK_FALSE(refuses_launch("__host__ __device__ void f() { k<<<1, 1>>>(); }"));
  CHECK_FALSE(refuses_launch("__global__ void k() { } void f() { k<<<1, 1>>>(); }"));
  CHECK_FALSE(refuses_launch("__global__ void k(); void f() { k<<<1, 1>>>(); }"));
  CHECK_FALSE(refuses_launch("__device__ int d[] = {1}; void f() { k<<<1, 1>>>(); }"));
}
