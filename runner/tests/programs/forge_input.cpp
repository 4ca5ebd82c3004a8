// Replaces standard input and output by files of its own and goes on as if nothing had happened.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

int main() {
  std::puts("true output");
  std::fflush(stdout);
  const int file = open("output", O_RDWR | O_CREAT, 0600);
  dup2(file, 0);
  dup2(file, 1);
  std::puts("forged output");
}
