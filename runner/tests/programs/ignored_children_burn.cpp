// Ignores SIGCHLD, so that its children enter no account; eight of them, one after the other, compute for 50
// ms.
#include <sys/wait.h>

#include <csignal>

#include "burn.hpp"
#include "safety_net.hpp"

int main() {
  std::signal(SIGCHLD, SIG_IGN);
  for (int i = 0; i < 8; ++i) {
    if (fork() == 0) {
      burn(50);
      return 0;
    }
    while (wait(nullptr) > 0) {
    }
  }
}
