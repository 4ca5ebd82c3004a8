// Writes to its output, ignores SIGXFSZ and tries again forever when it can write no more.
#include <csignal>
#include <vector>

#include "safety_net.hpp"

int main() {
  arm_safety_net();
  std::signal(SIGXFSZ, SIG_IGN);
  const std::vector<char> block(1 << 16, 'y');
  for (unsigned failures = 0; failures < 1'000'000'000;) {
    if (write(1, block.data(), block.size()) < 0) ++failures;
  }
}
