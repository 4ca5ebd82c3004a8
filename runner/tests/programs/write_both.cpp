// Writes as many bytes as told to stdout and as many to stderr.
#include <cstdio>
#include <cstdlib>

int main(int, char** argv) {
  for (long left = std::atol(argv[1]); left > 0; --left) {
    std::putchar('o');
    std::fputc('e', stderr);
  }
}
