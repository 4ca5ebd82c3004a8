// Asks what kind of process it is, and tries to become another: without address randomisation, with
// executable data, with whatever a single bit or all bits but one may mean.
#include <sys/personality.h>

#include <cerrno>
#include <cstdio>
#include <initializer_list>

#include "attempt.hpp"

int main() {
  std::printf("this kind: %d\n", personality(0xffffffff));
  attempt("no randomisation", personality(ADDR_NO_RANDOMIZE));
  attempt("executable data", personality(READ_IMPLIES_EXEC));
  int refused = 0;
  for (int bit = 0; bit < 32; ++bit) {
    for (const unsigned long kind : {1UL << bit, 0xffffffff & ~(1UL << bit)}) {
      if (personality(kind) == -1 && errno == EPERM) ++refused;
    }
  }
  std::printf("%d of 64 refused\n", refused);
  return escaped;
}
