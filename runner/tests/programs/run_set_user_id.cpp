// Runs the program given, whose file says that it shall run as its owner.
#include "attempt.hpp"

int main(int, char** argv) {
  execv(argv[1], argv + 1);
  attempt("execute", -1);
  return 1;
}
