// Reads a mapped file beyond its end.
#include <sys/mman.h>
#include <unistd.h>

int main() {
  const int file = memfd_create("empty", 0);
  const auto* memory = static_cast<volatile char*>(mmap(nullptr, 4096, PROT_READ, MAP_SHARED, file, 0));
  return *memory;
}
