// Sleeps the given number of milliseconds and prints how many nanoseconds its life took, by the monotonic
// clock.
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "pause_ms.hpp"

int main(int, char** argv) {
  timespec begin{}, end{};
  clock_gettime(CLOCK_MONOTONIC, &begin);
  pause_ms(std::atol(argv[1]));
  clock_gettime(CLOCK_MONOTONIC, &end);
  std::printf("%ld\n", (end.tv_sec - begin.tv_sec) * 1'000'000'000 + end.tv_nsec - begin.tv_nsec);
}
