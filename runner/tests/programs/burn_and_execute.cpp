// Computes for 50 ms and becomes a new program that does the same, the given number of times.
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "burn.hpp"

int main(int, char** argv) {
  const long now = clock();  // of the whole process: an exec does not reset it
  burn(50);
  const long left = std::atol(argv[1]) - 1;
  if (now < 0 || left <= 0) return 0;
  execl(argv[0], argv[0], std::to_string(left).c_str(), nullptr);
  return 1;
}
