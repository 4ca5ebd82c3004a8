// cuda-lower: CUDA C++ in, C++ for the emulated device out.
#include <cstdio>
#include <cstring>
#include <string>

#include "runner/emulator/lowering/lower.hpp"

namespace {

constexpr int wrong_use = 2;

constexpr const char* usage =
    "usage: cuda-lower [--name NAME] < SOURCE.cu > SOURCE.cpp\n"
    "\n"
    "Lowers CUDA C++ to C++ that g++ compiles with the headers of the emulated device; the command\n"
    "`compile` next to this program runs both. NAME is the file named in the compiler's messages, by\n"
    "default <stdin>. Exit status 2: wrong usage, or the source cannot be read or the result not written.\n"
    "Errors in the source are reported by g++.\n";

bool read_all(std::FILE* file, std::string& text) {
  char block[1 << 16];
  while (const std::size_t count = std::fread(block, 1, sizeof block, file)) text.append(block, count);
  return std::ferror(file) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string name = "<stdin>";
  if (argc == 3 && std::strcmp(argv[1], "--name") == 0 && std::strchr(argv[2], '\n') == nullptr) {
    name = argv[2];
  } else if (argc == 2 && std::strcmp(argv[1], "--help") == 0) {
    return std::fputs(usage, stdout) < 0 ? wrong_use : 0;
  } else if (argc != 1) {
    std::fprintf(stderr, "cuda-lower: expected --name NAME, with no line end in it\n\n%s", usage);
    return wrong_use;
  }
  std::string source;
  if (!read_all(stdin, source)) {
    std::perror("cuda-lower: cannot read the source on standard input");
    return wrong_use;
  }
  const std::string lowered = cuda_emulator::lowering::lower(source, name);
  const std::size_t written = std::fwrite(lowered.data(), 1, lowered.size(), stdout);
  if (written != lowered.size() || std::fflush(stdout) != 0) {
    std::perror("cuda-lower: cannot write the lowered source to standard output");
    return wrong_use;
  }
  return 0;
}
