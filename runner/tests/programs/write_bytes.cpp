// Writes exactly the given number of bytes to its output.
#include <cstdio>
#include <cstdlib>

int main(int, char** argv) {
  for (long left = std::atol(argv[1]); left > 0; --left) std::putchar('y');
  return std::fflush(stdout) == 0 ? 0 : 1;
}
