// Prints the numbers of the cores on which it may run.
#include <sched.h>

#include <cstdio>

int main() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
  for (unsigned core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &cores)) std::printf("%u\n", core);
  }
}
