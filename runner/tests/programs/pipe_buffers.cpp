// Fills the given number of pipes, 1 MiB each, that are never read.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

int main(int, char** argv) {
  const std::vector<char> block(1 << 20, 'y');
  for (int left = std::atoi(argv[1]); left > 0; --left) {
    int ends[2];
    if (pipe2(ends, O_NONBLOCK) != 0) return 1;
    fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
    if (write(ends[1], block.data(), block.size()) < 0) return 2;
  }
}
