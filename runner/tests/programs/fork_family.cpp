// Starts the given number of children, which live at the same time for 300 ms, and exits 0.
#include <cstdlib>

#include "live_together.hpp"

int main(int, char** argv) {
  return live_together(std::atoi(argv[1]), [] {}) ? 0 : 1;
}
