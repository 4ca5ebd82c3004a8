#include "runner/emulator/front_end/spelling.hpp"

#include CATCH2_HEADER

#include "runner/emulator/front_end/tests/compiled.hpp"

using cuda_front_end::clang_spelling;
using cuda_front_end::compile_and_run;

TEST_CASE("the brackets of a launch are joined, and everything stays in its column") {
  CHECK(clang_spelling("k << < 1, 2 >> > (x);") == "k <<<  1, 2 >>>  (x);");
  CHECK(clang_spelling("k<<\t<g, b>>  >(x)") == "k<<< g, b>>>  (x)");
  CHECK(clang_spelling("k<<<g, b>>>(x >> 1 < y << 2)") == "k<<<g, b>>>(x >> 1 < y << 2)");
}

TEST_CASE("texts and comments stay as they are") {
  for (const char* source :
       {"puts(\"a << < b\");", "// k<< <1, 1>> >()", "/* << < */", "R\"x(\" << < )x\"",
        "c = '\"'; d = '\\''; puts(\"<< <\");", "n = 1'000; puts(\"<< <\");", "u8R\"(\" << < )\"",
        "LR\"(\" << < )\"", "uR\"(\" << < )\"", "UR\"x(\" << < )x\""}) {
    CHECK(clang_spelling(source) == source);
  }
}

TEST_CASE("operators with template arguments are no launches") {
  for (const char* source : {"friend std::ostream& operator<< <>(std::ostream&, const M<T>&);",
                             "operator << <T>(out, x);", "operator>> <T>(in, x);"}) {
    CHECK(clang_spelling(source) == source);
  }
  CHECK(clang_spelling("my_operator<< <1, 1>> >(x);") == "my_operator<<< 1, 1>>> (x);");
}

TEST_CASE("alignas may follow another word of a declaration") {
  CHECK(clang_spelling("__shared__ alignas(8) int x;") == "__shared__ _Alignas(8) int x;");
  CHECK(clang_spelling("struct alignas(8) S {};") == "struct alignas(8) S {};");
  CHECK(clang_spelling("static\n alignas(8) int x;") == "static\n _Alignas(8) int x;");
}

TEST_CASE("a program in nvcc's spelling runs", "[compiles]") {
  const auto outcome = compile_and_run(R"x(#include <cstdio>
__global__ void k(int* x) {
  extern __shared__ alignas(64) int everything[];
  __shared__ alignas(128) char one[3];
  everything[0] = one[0] = 5;
  x[0] = everything[0] + (size_t)one % 128 + (size_t)everything % 64;
}
int main() {
  int *x, h;
  cudaMalloc(&x, 4);
  k << <1, 1, 4 >> >(x);
  cudaMemcpy(&h, x, 4, cudaMemcpyDeviceToHost);
  cudaFree(x);
  printf("%d << < %d\n", h, __LINE__);
})x");
  INFO(outcome.messages);
  CHECK(outcome.output == "5 << < 14\n");
  CHECK(outcome.error.empty());
}

TEST_CASE("a header of a header may be in nvcc's spelling", "[compiles]") {
  const auto outcome = compile_and_run("#include \"inner/outer.cuh\"\nint main() { run(); }\n", "-iquote.",
                                       {{"inner/outer.cuh", "#pragma once\n#include \"launch.cuh\"\n"},
                                        {"inner/launch.cuh",
                                         "#include \"outer.cuh\"\n"
                                         R"x(#include <cstdio>
#pragma once
__global__ void k() { printf("ran"); }
inline void run() {
  k << <1, 1>> >();
  cudaDeviceSynchronize();
}
)x"}});
  INFO(outcome.messages);
  CHECK(outcome.output == "ran");
}
