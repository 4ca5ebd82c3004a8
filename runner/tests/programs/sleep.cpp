// Sleeps the given number of milliseconds, then exits 0.
#include <cstdlib>

#include "pause_ms.hpp"

int main(int, char** argv) {
  pause_ms(std::atol(argv[1]));
}
