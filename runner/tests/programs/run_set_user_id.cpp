// Runs the program given, whose file is set-user-ID.
#include "attempt.hpp"

int main(int, char** argv) {
  execv(argv[1], argv + 1);
  attempt("execute", -1);
  return 1;
}
