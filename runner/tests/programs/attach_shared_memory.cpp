// Looks for the System V shared memory with the key given, which somebody else has made.
#include <sys/shm.h>

#include "attempt.hpp"

int main(int, char** argv) {
  attempt("shmget", shmget(std::atoi(argv[1]), 4096, 0));
  return escaped;
}
