#pragma once

#include <ctime>

/// Uses `milliseconds` of CPU time of the calling process, by its own CPU clock.
inline void burn(long milliseconds) {
  const clock_t end = clock() + milliseconds * (CLOCKS_PER_SEC / 1000);
  while (clock() < end) {
  }
}
