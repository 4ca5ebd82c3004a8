// Writes the given number of bytes to stdout and the same to stderr.
#include <cstdio>
#include <cstdlib>

int main(int, char** argv) {
  for (long left = std::atol(argv[1]); left > 0; --left) {
    std::putchar('o');
    std::fputc('e', stderr);
  }
}
