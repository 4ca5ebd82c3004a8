// Writes exactly as many bytes to its output as told.
#include <cstdio>
#include <cstdlib>

int main(int, char** argv) {
  for (long left = std::atol(argv[1]); left > 0; --left) std::putchar('y');
  return std::fflush(stdout) == 0 ? 0 : 1;
}
