// Tries to rename the machine.
#include <unistd.h>

#include "attempt.hpp"

int main() {
  attempt("sethostname", sethostname("forged", 6));
  attempt("setdomainname", setdomainname("forged", 6));
  return escaped;
}
