// Makes siblings and orphans, which exit with other codes before it exits 0.
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pause_ms.hpp"

int main() {
  if (syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr) == 0) _exit(7);
  if (fork() == 0) {
    if (fork() == 0) {
      pause_ms(10);
      _exit(8);
    }
    _exit(6);
  }
  pause_ms(60);
}
