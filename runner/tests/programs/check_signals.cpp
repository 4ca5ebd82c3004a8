// Exits with the number of the first signal that is ignored or blocked from the start, or 0.
#include <csignal>

int main() {
  sigset_t blocked;
  sigprocmask(SIG_SETMASK, nullptr, &blocked);
  for (int number = 1; number < 32; ++number) {
    struct sigaction action {};
    sigaction(number, nullptr, &action);
    if (action.sa_handler != SIG_DFL || sigismember(&blocked, number) != 0) return number;
  }
}
