// Uses as many milliseconds of CPU time as told, then exits 0.
#include <cstdlib>

#include "burn.hpp"

int main(int, char** argv) {
  burn(std::atol(argv[1]));
}
