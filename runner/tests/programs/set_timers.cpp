// Asks for the signals of every CPU timer, lowers its CPU limit, ignores what comes of it and computes on.
#include <sys/resource.h>
#include <sys/time.h>

#include <csignal>
#include <initializer_list>

#include "safety_net.hpp"

int main() {
  for (const int number : {SIGPROF, SIGVTALRM, SIGXCPU}) std::signal(number, SIG_IGN);
  const itimerval soon{{0, 1000}, {0, 1000}};
  setitimer(ITIMER_PROF, &soon, nullptr);
  setitimer(ITIMER_VIRTUAL, &soon, nullptr);
  rlimit limit{};
  getrlimit(RLIMIT_CPU, &limit);
  limit.rlim_cur = 1;
  setrlimit(RLIMIT_CPU, &limit);
  arm_safety_net();
  for (volatile unsigned turn = 0;;) turn = turn + 1;
}
