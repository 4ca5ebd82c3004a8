// Leaks 1 MiB every 2 ms, up to 4 GiB.
#include <cstdlib>
#include <cstring>

#include "pause_ms.hpp"

int main() {
  for (std::size_t block = 0; block < 4096; ++block) {
    void* volatile memory = std::malloc(1 << 20);
    if (memory == nullptr) return 1;
    std::memset(memory, 1, 1 << 20);
    pause_ms(2);
  }
}
