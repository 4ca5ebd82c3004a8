// Tries to set every clock there is.
#include <sys/time.h>
#include <sys/timex.h>

#include <ctime>

#include "attempt.hpp"

int main() {
  const timespec now{1'000'000'000, 0};
  attempt("wall clock", clock_settime(CLOCK_REALTIME, &now));
  attempt("monotonic clock", clock_settime(CLOCK_MONOTONIC, &now));
  attempt("CPU clock", clock_settime(CLOCK_PROCESS_CPUTIME_ID, &now));
  const timeval day{1'000'000'000, 0};
  attempt("settimeofday", settimeofday(&day, nullptr));
  timex change{};
  change.modes = ADJ_OFFSET;
  attempt("adjtimex", adjtimex(&change));
  return escaped;
}
