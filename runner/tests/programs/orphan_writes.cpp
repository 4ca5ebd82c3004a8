// Exits 0 after its output; a child would add to it a little later.
#include <unistd.h>

#include <cstdio>

#include "pause_ms.hpp"

int main() {
  std::puts("in time");
  std::fflush(stdout);
  if (fork() != 0) return 0;
  pause_ms(3000);
  std::puts("too late");
}
