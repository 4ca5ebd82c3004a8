// Fills 40 MiB, then starts a program as posix_spawn does, but lingers for 60 ms in the shared memory; exits
// 0.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "pause_ms.hpp"

int main() {
  void* volatile memory = std::malloc(40 << 20);
  if (memory == nullptr) return 1;
  std::memset(memory, 1, 40 << 20);
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  const pid_t child = vfork();
  if (child == 0) {
    pause_ms(60);
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}
