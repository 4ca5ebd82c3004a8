// Fills 40 MiB, which four children then share with it untouched for 60 ms; exits 0.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "pause_ms.hpp"

int main() {
  void* volatile memory = std::malloc(40 << 20);
  if (memory == nullptr) return 1;
  std::memset(memory, 1, 40 << 20);
  for (int i = 0; i < 4; ++i) {
    if (fork() == 0) {
      pause_ms(60);
      return 0;
    }
  }
  while (wait(nullptr) > 0) {
  }
}
