// Tries to get memory from the pool of huge pages, which no account of memory knows. Without a filter each attempt gets
// through, even where the pool is empty: nothing is reserved. Each sets other flags, too: the filter is for one of them.
#include <sys/mman.h>
#include <sys/shm.h>

#include "attempt.hpp"

int main() {
  constexpr std::size_t bytes = 2 << 20;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_HUGETLB, -1, 0);
  tried("mmap", memory != MAP_FAILED);
  attempt("memfd", memfd_create("huge", MFD_CLOEXEC | MFD_HUGETLB));
  attempt("shmget", shmget(IPC_PRIVATE, bytes, IPC_CREAT | SHM_NORESERVE | SHM_HUGETLB | 0600));
  return escaped;
}
