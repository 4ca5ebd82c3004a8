#include "runner/emulator/runtime/counters/known_figures.hpp"

#include <bit>

namespace cuda_emulator {
namespace {

constexpr std::uintptr_t row_bytes = 128;  ///< one row of banks, or four sectors
constexpr std::uint32_t factor = 0x9e3779b1;

/// Counts sectors: in a single pass if lanes are in address order, each at a multiple of its size, as nearly
/// always.
void count_sectors(const WarpAccess& access, AccessFigures& figures) {
  constexpr std::uintptr_t sector_bytes = 32;
  std::uintptr_t before = access.addresses[static_cast<unsigned>(std::countr_zero(access.lanes))];
  std::uintptr_t unaligned = before & (access.bytes - 1);
  unsigned different = 1;
  bool is_in_order = access.bytes <= sector_bytes;
  figures.sectors = 1;
  for (std::uint32_t left = access.lanes & (access.lanes - 1); left; left &= left - 1) {
    const std::uintptr_t address = access.addresses[static_cast<unsigned>(std::countr_zero(left))];
    unaligned |= address & (access.bytes - 1);
    is_in_order &= before <= address;
    different += before != address;
    figures.sectors += before / sector_bytes != address / sector_bytes;
    before = address;
  }
  figures.least_sectors = static_cast<unsigned>((different * access.bytes + sector_bytes - 1) / sector_bytes);
  if (is_in_order && !unaligned) return;
  figures.sectors = sectors_of(access);
  figures.least_sectors = least_sectors_of(access);
}

AccessFigures figures_of(const WarpAccess& access, Counted kind) {
  AccessFigures figures;
  if (is_of_shared_memory(kind)) {
    figures.passes = passes_of(access);
  } else {
    count_sectors(access, figures);
  }
  if (is_atomic(kind)) figures.collisions = collisions_of(access);
  figures.step = step_of(access);
  return figures;
}

}  // namespace

const AccessFigures& KnownFigures::of(const WarpAccess& access, Counted kind) {
  const std::uintptr_t first = access.addresses[static_cast<unsigned>(std::countr_zero(access.lanes))];
  const std::uintptr_t base = first & ~(row_bytes - 1);
  Pattern pattern{access.lanes, access.bytes, kind};
  std::uintptr_t far = 0;
  if (access.lanes == ~0u) {  // a loop without branches
    for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
      const std::uintptr_t offset = access.addresses[lane] - base;
      far |= offset + 0x80000000;
      pattern.offsets[lane] = static_cast<std::uint32_t>(offset);
    }
  } else {
    for (std::uint32_t left = access.lanes; left; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      const std::uintptr_t offset = access.addresses[lane] - base;
      far |= offset + 0x80000000;
      pattern.offsets[lane] = static_cast<std::uint32_t>(offset);
    }
  }
  if (far >> 32) return unlike_ = figures_of(access, kind);
  std::uint32_t hash = (access.lanes * factor) ^ (access.bytes << 8 | static_cast<std::uint32_t>(kind));
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane)
    hash += pattern.offsets[lane] * (factor * (2 * lane + 1));
  Known& known = (*known_)[hash * factor >> 25];
  if (known.pattern != pattern) known = {pattern, figures_of(access, kind)};
  return known.figures;
}

}  // namespace cuda_emulator
