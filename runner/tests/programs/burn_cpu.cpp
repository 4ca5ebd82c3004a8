// Uses the given number of milliseconds of CPU time, then exits 0.
#include <cstdlib>

#include "burn.hpp"

int main(int, char** argv) {
  burn(std::atol(argv[1]));
}
