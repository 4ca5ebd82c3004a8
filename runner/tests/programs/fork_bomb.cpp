// Every process forks on and on; with an argument, each one first flees into a session of its own. Ends by
// itself after 4000 forks, in case it is not stopped.
#include <sys/mman.h>

#include <atomic>
#include <new>

#include "safety_net.hpp"

int main(int argc, char**) {
  void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return 1;
  auto* forks = new (page) std::atomic<int>(0);
  while (*forks < 4000) {
    ++*forks;
    if (fork() == 0 && argc > 1) setsid();
    arm_safety_net();
  }
  pause();
}
