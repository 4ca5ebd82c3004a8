#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include "pause_ms.hpp"

/// Forks this many children, each of which calls `prepare`; when all have, they live side by side for another
/// 300 ms, however long a busy machine took to get there. False when a pipe could not be made or read.
template <typename Prepare>
bool live_together(int children, Prepare prepare) {
  int prepared[2];
  int until_closed[2];
  if (pipe(prepared) != 0 || pipe(until_closed) != 0) return false;
  char byte = 0;
  for (int i = 0; i < children; ++i) {
    if (fork() == 0) {
      close(until_closed[1]);
      prepare();
      const bool told = write(prepared[1], &byte, 1) == 1;
      close(prepared[1]);  // the parent shall not wait for one that is killed
      _exit(told && read(until_closed[0], &byte, 1) == 0 ? 0 : 1);
    }
  }
  close(prepared[1]);
  bool ok = true;
  for (int i = 0; ok && i < children; ++i) ok = read(prepared[0], &byte, 1) == 1;
  pause_ms(300);
  close(until_closed[1]);
  while (wait(nullptr) > 0) {
  }
  return ok;
}
