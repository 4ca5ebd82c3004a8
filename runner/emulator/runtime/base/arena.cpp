#include "runner/emulator/runtime/base/arena.hpp"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>

namespace cuda_emulator {
namespace {

// Reserves address space, not memory. If even that is refused, tries smaller arenas.
constexpr std::size_t largest_bytes = std::size_t{64} << 30;
constexpr std::size_t cell_bytes_per_byte = sizeof(RaceCell) / RaceCell::covered_bytes;
constexpr std::size_t smallest_bytes = std::size_t{256} << 20;

}  // namespace

constinit Arena Arena::arena_;

void Arena::reserve() {
  if (base_) return;
  for (std::size_t bytes = largest_bytes; bytes >= smallest_bytes; bytes /= 2) {
    void* memory = mmap(nullptr, (2 + cell_bytes_per_byte) * bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) continue;
    base_ = static_cast<char*>(memory);
    bytes_ = bytes;
    device_bytes_ = bytes / 4 * 3;
    states_ = reinterpret_cast<std::uint8_t*>(base_ + bytes);
    cells_ = reinterpret_cast<RaceCell*>(base_ + 2 * bytes);
    return;
  }
  std::fputs("cuda-emulator: no address space for device memory: raise the limit of virtual memory\n",
             stderr);
  std::abort();
}

void Arena::clear_cells() const {
  if (base_) madvise(cells_, bytes_ * cell_bytes_per_byte, MADV_DONTNEED);
}

}  // namespace cuda_emulator
