// Tests names of files and folders with spaces, quotes and other characters that a shell would interpret.
#include CATCH2_HEADER

#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "base/temporary_folder.hpp"
#include "runner/emulator/front_end/tests/compiled.hpp"

namespace {

const char* const source = R"x(#include "two words.h"
#include <cstdio>
__global__ void set(int* a) { *a = VALUE; }
int main() {
  int *a, result;
  cudaMalloc(&a, sizeof *a);
  set << <1, 1>>>(a);
  cudaMemcpy(&result, a, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(a);
  printf("%d\n", result);
}
)x";

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

}  // namespace

TEST_CASE("names are never words of a shell", "[compiles]") {
  const base::TemporaryFolder folder;
  // An emulated device of its own, in a folder and with a flag that contain spaces.
  const std::string emulator = folder / "the device's \"own\"";
  const std::string prepare = fmt::format(
      "mkdir {0} && ln -s '" EMULATOR "'/* {0} && rm {0}/front-flags && cp '" EMULATOR
      "/front-flags' {0} && chmod +w {0}/front-flags && printf '%s\\n' -DVALUE='40 + 2' >> {0}/front-flags",
      quoted(emulator));
  REQUIRE(std::system(prepare.c_str()) == 0);
  folder.write("two words.h", "#pragma once\n");
  folder.write("kept", "");
  const std::string in_folder = "cd " + quoted(folder.path()) + " && ";
  for (const std::string name :
       {"x=Études it's \"q\" $(rm kept) `rm kept` && rm kept #* a,b back\\slash\ntwo", "-o", "' kept '"}) {
    INFO(name);
    const std::string file = name + ".cu", program = name + " program";
    folder.write(file, source);
    const std::string command =
        fmt::format("{} {}/compile {} {} -Xcompiler=-O1,-Wall && ./{} > out", in_folder, quoted(emulator),
                    quoted(file), quoted(program), quoted(program));
    CHECK(std::system(command.c_str()) == 0);
    CHECK(base::contents_of(folder / "out") == "42\n");
    // Nothing else was created or removed.
    const std::string look = fmt::format("{} rm -- {} {} out && test -f kept && test $(ls | wc -l) = 3",
                                         in_folder, quoted(program), quoted(file));
    CHECK(std::system(look.c_str()) == 0);
  }
}

TEST_CASE("a name that begins as an option or a file of options does is a name", "[compiles]") {
  const base::TemporaryFolder folder;
  folder.write("two words.h", "#pragma once\n#define VALUE 42\n");
  folder.write("kept", "kept\n");
  for (const char* const suffix : {"", ".cu", ".o", " program"}) {  // compilers would interpret these
    folder.write(fmt::format("options{}", suffix), "--version\n");
  }
  for (const std::string name : {"@options", "-okept", "--help"}) {
    INFO(name);
    folder.write(name + ".cu", source);
    const std::string compile = "'" EMULATOR "/compile'", object = quoted(name + ".o"),
                      program = quoted(name + " program");
    const std::string command = fmt::format(
        "cd {} && {compile} {} {object} && {compile} --link {program} {object} && ./{program} > out",
        quoted(folder.path()), quoted(name + ".cu"), fmt::arg("compile", compile), fmt::arg("object", object),
        fmt::arg("program", program));
    CHECK(std::system(command.c_str()) == 0);
    CHECK(base::contents_of(folder / "out") == "42\n");
    CHECK(base::contents_of(folder / "kept") == "kept\n");
  }
}
