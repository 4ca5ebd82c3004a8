// Four children fill the given number of MiB each, side by side.
#include "fill.hpp"
#include "live_together.hpp"

int main(int, char** argv) {
  const auto fill_own = [&] {
    void* volatile memory = std::malloc(mebibytes(argv[1]));
    fill(memory, mebibytes(argv[1]));
  };
  return live_together(4, fill_own) ? 0 : 1;
}
