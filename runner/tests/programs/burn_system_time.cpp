// Lets the kernel compute, for the given number of milliseconds.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <vector>

int main(int, char** argv) {
  std::vector<char> block(1 << 20);
  const int zeros = open("/dev/zero", O_RDONLY);
  const clock_t end = clock() + std::atol(argv[1]) * (CLOCKS_PER_SEC / 1000);
  while (clock() < end) {
    if (read(zeros, block.data(), block.size()) < 0) return 1;
  }
}
