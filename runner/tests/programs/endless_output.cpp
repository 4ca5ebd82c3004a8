// Writes to the descriptor given (1 or 2) until somebody stops it, at most 4 GiB.
#include <unistd.h>

#include <cstdlib>
#include <vector>

int main(int, char** argv) {
  const std::vector<char> block(1 << 20, 'y');
  for (int i = 0; i < 4096; ++i) {
    if (write(std::atoi(argv[1]), block.data(), block.size()) < 0) return 1;
  }
}
