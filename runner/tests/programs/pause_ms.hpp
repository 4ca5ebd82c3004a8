#pragma once

#include <ctime>

inline void pause_ms(long milliseconds) {
  timespec left{milliseconds / 1000, milliseconds % 1000 * 1'000'000};
  while (nanosleep(&left, &left) != 0) {
  }
}
