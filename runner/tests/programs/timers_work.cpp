// Is woken by an alarm, whose handler it then leaves for the ordinary end.
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

int main() {
  static volatile std::sig_atomic_t rung = 0;
  sigset_t ring, before;
  sigemptyset(&ring);
  sigaddset(&ring, SIGALRM);
  sigprocmask(SIG_BLOCK, &ring, &before);  // it must not come between the question and the pause
  std::signal(SIGALRM, [](int) { rung = 1; });
  const itimerval soon{{0, 0}, {0, 20'000}};
  setitimer(ITIMER_REAL, &soon, nullptr);
  while (rung == 0) sigsuspend(&before);
  std::puts("woken");
}
