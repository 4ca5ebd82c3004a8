// Tests the host's constexpr functions in device code, against nvcc 13.0 without --expt-relaxed-constexpr.
#include "runner/emulator/front_end/ir/host_calls.hpp"

#include CATCH2_HEADER

#include <string>

#include "runner/emulator/front_end/tests/compiled.hpp"

using cuda_front_end::compile_and_run;
using cuda_front_end::host_calls;

namespace {

const std::string square =
    "#include <algorithm>\n#include <limits>\nconstexpr int square(int x) { return x * x; }\n";

std::string kernel(const std::string& expression) {
  return "__global__ void k(int* o, int i) {\n  o[0] = " + expression + ";\n}\nint main() {}\n";
}

void check_refused(const std::string& source, const std::string& message, const std::string& options = "") {
  const auto outcome = compile_and_run(source, options);
  CHECK_FALSE(outcome.compiled);
  INFO(outcome.messages);
  CHECK(outcome.messages.find(message) != std::string::npos);
}

void check_compiles(const std::string& source, const std::string& options = "") {
  const auto outcome = compile_and_run(source, options);
  INFO(outcome.messages);
  CHECK(outcome.compiled);
}

}  // namespace

TEST_CASE("a kernel calls no constexpr function of the host", "[compiles]") {
  for (const std::string call :
       {"square(i)", "square(3)", "std::max(i, 3)", "std::numeric_limits<int>::max()"}) {
    CAPTURE(call);
    check_refused(square + kernel(call), "user.cu:5:");
    check_compiles(square + kernel(call), "--expt-relaxed-constexpr");
  }
}

TEST_CASE("constants of constexpr functions are for kernels", "[compiles]") {
  check_compiles(square + "constexpr int nine = square(3);\ntemplate <int n> struct S { int a[n]; };\n" +
                 kernel("nine + sizeof(S<nine>) + std::numeric_limits<int>::digits"));
}

TEST_CASE("initial values of device variables are computed by constexpr functions", "[compiles]") {
  check_compiles(square +
                 "struct S { int a[2]; };\ntemplate <int n> constexpr S s() { return {{n, n}}; }\n"
                 "__device__ constexpr int nine = square(3);\n__constant__ S c = s<5>();\n"
                 "__device__ int g[] = {1, square(2),\n  std::numeric_limits<int>::max(), square(3)};\n" +
                 kernel("nine + c.a[0] + g[1] + g[2]"));
  check_refused(square + "__device__ int f(int x) { return square(x); }\n" + kernel("f(i)"),
                "user.cu:4:34: error: no matching function for call to 'square'");
}

TEST_CASE("what is never computed may name a constexpr function of the host", "[compiles]") {
  check_compiles(square + kernel("sizeof(square(3)) + sizeof (2 * (square(i) + 1)) + noexcept(square(i))"));
  check_compiles(
      square +
      "__global__ void k(int* o) {\n  if (o) for (decltype(square(3)) i = 0; i < 1; ++i) o[i] = 1;\n}\n"
      "int main() {}\n");
  check_refused(square + kernel("sizeof(square(3)) + square(i)"), "user.cu:5:");
}

TEST_CASE("a call in the body of a device function is refused, be it of a constant") {
  const auto is_refused = [](const std::string& line) {
    const std::string column = std::to_string(line.find("square(") + 1);
    return !host_calls("user.cu:4:" + column + ": error: no matching function for call to 'square'\n" + line +
                       "\n      ^~~~~~\nuser.cu:3:15: note: candidate function not viable: call to __host__ "
                       "function "
                       "from __device__ function\n1 error generated.\n")
                .has_value();
  };
  for (const char* line :
       {"  if (square(3) > 3) a[0] = 1;", "__device__ void f(int* a) { while (square(0)) a[0] = 1; }",
        "  return square(3) > 3 ? 1 : a[0];", "  for (int i = 0; i < square(3); ++i) a[i] = i;",
        "  case square(3):", "  } else a = square(2);", "  static_assert(square(2) == 4);",
        "  constexpr int nine = square(3);", "  if constexpr (square(3) > 3) a[0] = 1;"}) {
    INFO(line);
    CHECK(is_refused(line));
  }
  for (const char* line : {"__device__ constexpr int nine = square(3);",
                           "__constant__ int g[] = {1, square(2),", "  square(3)};"}) {
    INFO(line);
    CHECK_FALSE(is_refused(line));
  }
}

TEST_CASE("what nvcc takes for both sides", "[compiles]") {
  check_compiles(
      "#include <utility>\n__device__ int sum(std::initializer_list<int> l) {\n  int s = 0;\n  for (int x : "
      "l) s += "
      "x;\n  return s;\n}\ntemplate <class T> __host__ __device__ T&& pass(T&& x) { return "
      "std::forward<T>(x); }\n" +
      kernel("sum({1, 2, i}) + pass(std::move(i))"));
}

TEST_CASE("functions of floats remain functions of floats", "[compiles]") {
  check_compiles(
      "#include <cmath>\n__global__ void k(bool* o, float x) {\n"
      "  static_assert(sizeof(sqrt(x)) == 4 && sizeof(std::pow(x, x)) == 4 && sizeof(std::abs(x)) == 4);\n"
      "  o[0] = std::isnan(x) || isinf(x) || std::signbit(x);\n}\nint main() {}\n");
}

TEST_CASE("a function for both sides calls a constexpr function of the host", "[compiles]") {
  const std::string limit = "__host__ __device__ int f(int x) { return std::numeric_limits<int>::max(); }\n";
  check_compiles(square + limit + kernel("f(i)"));
  const std::string call = "__host__ __device__ int f(int x) { return square(x); }\n";
  check_compiles(square + call + kernel("i"));
  check_refused(square + call + kernel("f(i)"),
                "user.cu:4:43: error: this calls a constexpr __host__ function in device code");
}

TEST_CASE("calls that are constants need no function") {
  const std::string error =
      "a.cu:3:39: error: reference to __host__ function 'g' in __host__ __device__ function\n";
  const std::string begin(38, ' ');
  CHECK(host_calls(error + begin + "g();\n") == "");
  CHECK(host_calls(error + begin + "g(1);\n") == "a.cu:3\n");
  CHECK(host_calls(error + begin.substr(1) + ".g();\n") == "a.cu:3\n");
  CHECK(host_calls(error + "    3 | " + begin + "g();\n") == "");
  CHECK(host_calls(error + "    3 | " + begin + "g(1);\n") == "a.cu:3\n");
  CHECK(host_calls(error + begin.substr(1)) == "a.cu:3\n");
  CHECK(host_calls(error + begin + "g();\na.cu:4:1: error: expected ';'\n") == std::nullopt);
  CHECK(host_calls("a.cu:3:39: error: reference to __host__ function 'g' in __global__ function\n") ==
        std::nullopt);
}

TEST_CASE("calls in initial values of device variables, as clang 18 tells of them") {
  const std::string error =
      "a.cu:3:30: error: no matching function for call to 'g'\n"
      "    3 | __device__ constexpr int a = g();\n      |                              ^\n"
      "a.cu:1:15: note: candidate function not viable: ";
  const std::string reason = "call to __host__ function from __device__ function\n";
  CHECK(host_calls(error + reason) == "a.cu:3\n");
  CHECK(host_calls(error + reason + error + reason) == "a.cu:3\na.cu:3\n");
  CHECK(host_calls(error + "requires 1 argument, but 0 were provided\n") == std::nullopt);
  CHECK(host_calls(error + "call to __host__ function from __global__ function\n") == std::nullopt);
}
