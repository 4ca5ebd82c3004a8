// What goes in need not be CUDA, nor C++.
#include CATCH2_HEADER

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "runner/emulator/lowering/lower.hpp"

using cuda_emulator::lowering::lower;

namespace {

std::string unchanged(const std::string& source) {
  return "#line 1 \"user.cu\"\n" + source;
}

const std::vector<std::string> pieces = {"<<<",
                                         ">>>",
                                         ">",
                                         "<",
                                         "(",
                                         ")",
                                         "[",
                                         "]",
                                         "{",
                                         "}",
                                         ";",
                                         ",",
                                         "k",
                                         " ",
                                         "\n",
                                         "\\\n",
                                         "\r\n",
                                         "\"",
                                         "'",
                                         "R\"(",
                                         ")\"",
                                         "//",
                                         "/*",
                                         "*/",
                                         "#",
                                         "\n#if X\n",
                                         "\n#if 0\n",
                                         "\n#else\n",
                                         "\n#elif\n",
                                         "\n#endif\n",
                                         "\n#define M ",
                                         "\n#define K(x) ",
                                         "::",
                                         "->",
                                         ".",
                                         "##",
                                         "operator",
                                         "__global__",
                                         "__device__",
                                         "extern",
                                         "__shared__",
                                         "static",
                                         "__align__",
                                         "asm",
                                         "volatile",
                                         "template",
                                         "if",
                                         "return",
                                         "namespace",
                                         "cudaLaunchKernel",
                                         "void",
                                         "*",
                                         "const",
                                         "reinterpret_cast",
                                         "1'0",
                                         "\xEF\xBB\xBF",
                                         std::string("\0", 1),
                                         "\xFF",
                                         "=",
                                         ":",
                                         "M",
                                         "K"};

}  // namespace

TEST_CASE("a source without CUDA is unchanged") {
  namespace fs = std::filesystem;
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(REPOSITORY) / "problems")) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".c") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string source{std::istreambuf_iterator<char>(file), {}};
    INFO(entry.path().string());
    CHECK(lower(source, "user.cu") == unchanged(source));
    ++count;
  }
  CHECK(count > 20);
}

TEST_CASE("all whole programs are lowered, which is compiled elsewhere") {
  namespace fs = std::filesystem;
  std::size_t count = 0;
  for (const char* folder : {"runner/emulator/tests/programs", "problems", "kernels"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(REPOSITORY) / folder)) {
      if (entry.path().extension() != ".cu") continue;
      std::ifstream file(entry.path(), std::ios::binary);
      const std::string source{std::istreambuf_iterator<char>(file), {}};
      INFO(entry.path().string());
      const std::string lowered = lower(source, "user.cu");
      CHECK(lowered.find("#line 1 \"user.cu\"\n") == 0);
      for (const char c : {'\n', '{', '}'}) {
        CHECK(std::count(lowered.begin(), lowered.end(), c) >= std::count(source.begin(), source.end(), c));
      }
      ++count;
    }
  }
  CHECK(count > 100);
}

TEST_CASE("a byte order mark is left out, other bytes go through") {
  CHECK(lower("\xEF\xBB\xBFint a;", "user.cu") == unchanged("int a;"));
  const std::string bytes("a\0\xFF\r\n\x01", 6);
  CHECK(lower(bytes, "user.cu") == unchanged(bytes));
  CHECK(lower("", "user.cu") == unchanged(""));
}

TEST_CASE("what was lowered once stays as it is when lowered again") {
  const std::string source =
      "#define L(k) k<<<1, 2>>>(3)\n"
      "void f() { extern __shared__ int s[]; k<A, (2 > 1)><<<1, 2>>>(a); }\n";
  const std::string once = lower(source, "user.cu");
  CHECK(lower(once, "user.cu") == unchanged(once));
}

TEST_CASE("no sequence of tokens and bytes is too wild") {
  const unsigned seed = GENERATE(1u, 2u, 3u, 4u);
  std::mt19937_64 random(seed);
  for (int round = 0; round < 3000; ++round) {
    std::string source;
    for (std::uint64_t i = random() % 60; i > 0; --i) {
      const std::uint64_t choice = random() % (pieces.size() + 4);
      source += choice < pieces.size() ? pieces[choice] : std::string(1, static_cast<char>(random() % 256));
    }
    CAPTURE(seed, round, source);
    // What the user wrote is there still, if only moved: no character of an identifier of the user's is lost.
    const std::string lowered = lower(source, "user.cu");
    REQUIRE(lowered.find("#line 1 \"user.cu\"\n") != std::string::npos);
    REQUIRE(std::count(lowered.begin(), lowered.end(), 'k') >= std::count(source.begin(), source.end(), 'k'));
  }
}

TEST_CASE("deep and long sources take little time") {
  for (const std::string piece :
       {"k<<<", "(", "{", "k<<<(", "k<<<1, 1>>>(", "int f(int a) { f(a); }", "#if X\n{", "A<", ">", "asm(",
        "))", "__global__ k(", "__global__ ", "extern __shared__ a[", "#define M __global__\n", "}"}) {
    std::string source;
    while (source.size() < 100'000) source += piece;
    CAPTURE(piece);
    CHECK(lower(source, "user.cu").size() >= source.size());
  }
}
