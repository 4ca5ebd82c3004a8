// Tests the compiler's messages about mistakes, which name the user's file, line and column.
#include CATCH2_HEADER

#include <string>

#include "runner/emulator/front_end/tests/compiled.hpp"

using cuda_front_end::compile_and_run;

namespace {

void check_message(const std::string& source, const std::string& expected) {
  const auto outcome = compile_and_run(source);
  CHECK_FALSE(outcome.compiled);
  INFO(outcome.messages);
  CHECK(outcome.messages.find(expected) != std::string::npos);
}

}  // namespace

TEST_CASE("mistakes of the user's are found where they are", "[compiles]") {
  const std::string kernel = "__global__ void k(int* a, int n) { a[n] = 1; }\n";
  check_message("__global__ void k(int* a) { a[0] = unknown; }\nint main() {}\n", "user.cu:1:36: error: ");
  check_message(kernel + "int main() {\n\tk<<<1, 1>>>(nullptr, 3); unknown();\n}\n", "user.cu:3:27: error: ");
  check_message(kernel + "int main() {\n  k<<<1,\n      unknown>>>(nullptr, 3);\n}\n",
                "user.cu:4:7: error: ");
  check_message(kernel + "int main() { k<<<1, 1>>>(1.5, 3); }\n", "user.cu:2:26: error: ");
  check_message(kernel + "int main() { k<<<1, 1>>>(nullptr); }\n", "user.cu:2:33: error: too few arguments");
}

TEST_CASE("code of one side that the other calls is found where it is called", "[compiles]") {
  check_message("int f() { return 1; }\n__global__ void k(int* a) {\n  a[0] = f();\n}\nint main() {}\n",
                "user.cu:3:10: error: ");
  check_message("__device__ int f() { return 1; }\nint main() {\n  return f();\n}\n",
                "user.cu:3:10: error: ");
  check_message("int n;\n__global__ void k(int* x) {\n  x[0] = n;\n}\nint main() { n = 3; }\n",
                "user.cu:3:10: error: ");
}

TEST_CASE("kernels return void, and are launched", "[compiles]") {
  check_message("__global__ int k() { return 1; }\nint main() {}\n", "user.cu:1:");
  check_message("__global__ void k(int) {}\nint main() {\n  k(1);\n}\n", "user.cu:3:4: error: ");
  check_message("void f(int) {}\nint main() {\n  f<<<1, 1>>>(1);\n}\n", "user.cu:3:14: error: ");
  check_message("__global__ void k(int) {}\nint main() {\n  k<<<1, 2, 3, 0, 5>>>(1);\n}\n",
                "user.cu:3:19: error: ");
}

TEST_CASE("a launch in device code is refused by its line", "[compiles]") {
  check_message("__global__ void j() {}\n__global__ void k() {\n  j<<<1, 1>>>();\n}\nint main() {}\n",
                "user.cu:3:3: error: ");
}

TEST_CASE("variables for which no device has enough shared memory", "[compiles]") {
  check_message(
      "__global__ void k() {\n  __shared__ double s[6145];\n  s[threadIdx.x] = 1;\n}\nint main() { k<<<1, "
      "1>>>(); }\n",
      "user.cu:1:1: error: this kernel uses too much shared data");
}

TEST_CASE("what the preprocessor takes away is not refused", "[compiles]") {
  CHECK(
      compile_and_run(
          "__device__ void f() {\n#ifdef SURELY_NOT_DEFINED\n  asm(\"wgmma;\");\n#endif\n}\nint main() {}\n")
          .compiled);
}
