#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

/// What a program that tries to get out exits with: 0 while it is contained, 9 once an attempt got through.
inline int escaped = 0;

/// Says on stdout how an attempt ended, "NAME: REASON" with the reason from errno, and remembers a success.
inline void tried(const char* name, bool got_through) {
  std::printf("%s: %s\n", name, got_through ? "GOT THROUGH" : std::strerror(errno));
  std::fflush(stdout);
  if (got_through) escaped = 9;
}

/// The same by the result of a system call: negative when it was refused.
inline void attempt(const char* name, long result) {
  tried(name, result >= 0);
}

/// For attempts that would hurt the machine of a person who tries the program manually.
inline void require_pid_namespace() {
  if (getpid() < 100) return;
  std::puts("not tried outside a sandbox");
  std::exit(9);
}
