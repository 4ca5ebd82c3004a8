// Goes by symbolic links of its own making, and gives hard names to what is not its own.
#include <fcntl.h>

#include "attempt.hpp"

int main(int, char** argv) {
  int number = 0;
  const char* const targets[] = {"/etc/shadow", "../../../../etc/shadow", "/proc/1/root/etc/shadow", argv[1]};
  for (const char* target : targets) {
    const char name[] = {static_cast<char>('a' + number++), '\0'};
    if (symlink(target, name) != 0) return 1;
    attempt(target, open(name, O_RDONLY));
  }
  attempt("hard link", link("/usr/bin/env", "env"));
  return escaped;
}
