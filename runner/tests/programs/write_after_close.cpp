// Closes stdout and tries to write to it; exits 3 when it sees that that fails.
#include <unistd.h>

#include <cstdio>

int main() {
  close(STDOUT_FILENO);
  return std::printf("nobody hears\n") < 0 || std::fflush(stdout) != 0 ? 3 : 0;
}
