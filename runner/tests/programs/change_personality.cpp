// Tries to become a process of another kind: without address randomisation, with executable data.
#include <sys/personality.h>

#include "attempt.hpp"

int main() {
  attempt("no randomisation", personality(ADDR_NO_RANDOMIZE));
  attempt("executable data", personality(READ_IMPLIES_EXEC));
  return escaped;
}
