#include "runner/emulator/runtime/races/store_sites.hpp"

namespace cuda_emulator {

constinit StoreSites StoreSites::instance_;

void StoreSites::clear() {
  for (Site& site : sites_) site.code.store(0, std::memory_order_relaxed);
}

// Two places that share a slot, or two OS threads that do, count as storing different values.
void StoreSites::note_first(std::uint32_t code, std::uint64_t value) {
  Site& site = sites_[code % count];
  const std::uint32_t present = site.code.load(std::memory_order_relaxed);
  if (present == 0) {
    site.value.store(value, std::memory_order_relaxed);
    site.state.store(same, std::memory_order_relaxed);
    site.code.store(code, std::memory_order_relaxed);
    return;
  }
  const bool is_same = present == code && site.value.load(std::memory_order_relaxed) == value;
  if (!is_same) site.state.store(different, std::memory_order_relaxed);
}

}  // namespace cuda_emulator
