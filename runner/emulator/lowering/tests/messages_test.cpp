// The compiler's messages: they name the user's file, line and column.
#include CATCH2_HEADER

#include <string>

#include "runner/emulator/lowering/tests/compiled.hpp"

using cuda_emulator::lowering::compile_and_run;

namespace {

void check_message(const std::string& source, const std::string& expected) {
  const auto outcome = compile_and_run(source);
  CHECK_FALSE(outcome.compiled);
  INFO(outcome.messages);
  CHECK(outcome.messages.find(expected) != std::string::npos);
}

}  // namespace

TEST_CASE("mistakes of the user's are found where they are") {
  const std::string kernel = "__global__ void k(int* a, int n) { a[n] = 1; }\n";
  check_message("__global__ void k(int* a) { a[0] = unknown; }\nint main() {}\n",
                "user.cu:1:36: error: 'unknown' was not declared");
  check_message(kernel + "int main() {\n\tk<<<1, 1>>>(nullptr, 3); unknown();\n}\n",
                "user.cu:3:34: error: 'unknown' was not declared");
  check_message(kernel + "int main() {\n  k<<<1,\n      unknown>>>(nullptr, 3);\n}\n",
                "user.cu:4:7: error: 'unknown' was not declared");
  check_message(kernel + "int main() { k<<<1, 1>>>(1.5, 3); }\n",
                "user.cu:2:26: error: cannot convert 'double' to 'int*'");
  check_message(kernel + "int main() { k<<<1, 1>>>(nullptr); }\n",
                "user.cu:2:25: error: too few arguments to function");
  check_message(kernel + "int main() { k<<<1, 1>>(nullptr, 3); }\n", "user.cu:2:");
  check_message("__global__ int k() { return 3; }\nint main() { k<<<1, 1>>>(); }\n", "user.cu:1:");
}

TEST_CASE("no message speaks of the lambda that a kernel's body becomes") {
  for (const char* source :
       {"__global__ void k(int* a) { a[0] = unknown; }\nint main() {}\n",
        "template <class T> __global__ void k(T a) { a.unknown(); }\nint main() { k<<<1, 1>>>(1); }\n"}) {
    const auto outcome = compile_and_run(source);
    CHECK_FALSE(outcome.compiled);
    INFO(outcome.messages);
    CHECK(outcome.messages.find("user.cu:1:") != std::string::npos);
    CHECK(outcome.messages.find("lambda") == std::string::npos);
  }
}

TEST_CASE("calls that no CUDA compiler takes are found where they are", "[compiles]") {
  check_message("int f() { return 1; }\n__global__ void k(int* a) {\n  a[0] = f();\n}\nint main() {}\n",
                "user.cu:3:10: error: calling a __host__ function(\"f\") from a __global__ function(\"k\")");
  check_message("__global__ int k() { return 1; }\nint main() {}\n",
                "user.cu:1:16: error: a __global__ function must return void");
  const auto outcome =
      compile_and_run("__global__ void k(int) {}\nint main() { k<<<1, 2, 3, 0, 5>>>(1); unknown(); }\n");
  INFO(outcome.messages);
  CHECK(outcome.messages.find("user.cu:2:15: error: a launch needs 1 to 4 arguments") != std::string::npos);
  CHECK(outcome.messages.find("user.cu:2:39: error: 'unknown' was not declared") != std::string::npos);
  CHECK(outcome.messages.find("configure") == std::string::npos);
}

TEST_CASE("what the emulated device cannot is said by the line") {
  check_message(
      "__device__ unsigned lane() {\n  unsigned lane;\n  asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));\n  "
      "return lane;\n}\n"
      "int main() {}\n",
      "user.cu:3:11: error: inline PTX cannot run on the emulated device");
  check_message("__global__ void j() {}\n__global__ void k() {\n  j<<<1, 1>>>();\n}\nint main() {}\n",
                "user.cu:3:11: error: a kernel launch in device code (dynamic parallelism) cannot run");
  check_message("#include <curand_kernel.h>\nint main() {}\n",
                "error: #error \"cuRAND: not there on the emulated device");
}

TEST_CASE("a variable for which no device has enough shared memory") {
  const std::string source =
      "__global__ void k() {\n  __shared__ double s[6145];\n  s[0] = 1;\n}\nint main() {}\n";
  check_message(source, "a kernel uses too much shared data");
  check_message(source, "user.cu:2:");
}

TEST_CASE("what the preprocessor takes away is not refused", "[compiles]") {
  CHECK(compile_and_run(
            "__device__ void f() {\n#ifdef SURELY_NOT_DEFINED\n  asm(\"trap;\");\n#endif\n}\nint main() {}\n")
            .compiled);
}
