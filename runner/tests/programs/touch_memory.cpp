// Fills the given number of MiB of memory and exits 0 at once.
#include <cstdlib>
#include <cstring>

int main(int, char** argv) {
  const std::size_t bytes = std::strtoul(argv[1], nullptr, 10) << 20;
  void* volatile memory = std::malloc(bytes);
  if (memory == nullptr) return 1;
  std::memset(memory, 1, bytes);
}
