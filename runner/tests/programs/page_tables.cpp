// Reads one byte in every 2 MiB of the given number of GiB of empty memory: that fills page tables, nothing
// else.
#include <sys/mman.h>

#include <cstdlib>

int main(int, char** argv) {
  const std::size_t bytes = std::strtoul(argv[1], nullptr, 10) << 30;
  void* memory = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return 1;
  madvise(memory, bytes, MADV_NOHUGEPAGE);
  const auto* at = static_cast<const volatile char*>(memory);
  int sum = 0;
  for (std::size_t place = 0; place < bytes; place += 2 << 20) sum += at[place];
  return sum;
}
