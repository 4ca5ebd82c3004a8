// Tries to get memory from the pool of huge pages, which no account of memory knows.
#include <sys/mman.h>
#include <sys/shm.h>

#include "attempt.hpp"

int main() {
  constexpr std::size_t bytes = 2 << 20;
  void* memory =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
  tried("mmap", memory != MAP_FAILED);
  attempt("memfd", memfd_create("huge", MFD_HUGETLB));
  attempt("shmget", shmget(IPC_PRIVATE, bytes, IPC_CREAT | SHM_HUGETLB | 0600));
  return escaped;
}
