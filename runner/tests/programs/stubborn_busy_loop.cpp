// Computes forever and ignores every signal that may be ignored.
#include <csignal>

int main() {
  for (int number = 1; number < NSIG; ++number) {
    if (number != SIGALRM) std::signal(number, SIG_IGN);
  }
  for (volatile unsigned turn = 0; turn < 4'000'000'000U;) turn = turn + 1;
}
