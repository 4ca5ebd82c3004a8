#include "runner/emulator/runtime/report/allocation_text.hpp"

#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/report/findings.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {

std::string name_of(const Allocation& allocation) {
  switch (allocation.kind) {
    case MemoryKind::shared:
      return joined(
          "the ", counted_bytes(allocation.bytes), " of ",
          allocation.name ? joined("the shared variable ", allocation.name) : "dynamic shared memory");
    case MemoryKind::variable:
      return joined("the ", counted_bytes(allocation.bytes), " of the variable ", allocation.name);
    case MemoryKind::parameters:
      return "the kernel's parameters";
    default:
      return joined("the ", counted_bytes(allocation.bytes), " allocated at ",
                    to_text(place_of(allocation.made_at)));
  }
}

std::string where(const Allocation& allocation, const char* address) {
  if (address < allocation.address) {
    return joined(counted_bytes(static_cast<std::size_t>(allocation.address - address)), " before ",
                  name_of(allocation));
  }
  const auto offset = static_cast<std::size_t>(address - allocation.address);
  if (offset < allocation.bytes) return joined("at offset ", offset, " in ", name_of(allocation));
  return joined(counted_bytes(offset - allocation.bytes), " after the end of ", name_of(allocation));
}

void report_outside(const char* address, std::string_view what, const void* code) {
  const bool new_outside = is_new_finding(FindingKind::out_of_bounds, code);
  const bool new_after = is_new_finding(FindingKind::use_after_free, code);
  if (!new_outside && !new_after) return;
  const auto nearest = Allocations::instance().near(address);
  if (!nearest)
    return report(FindingKind::out_of_bounds, code, joined(what, " where nothing was ever allocated"));
  const bool inside = address >= nearest->address && address < nearest->address + nearest->bytes;
  if (nearest->freed_at && inside) {
    report(FindingKind::use_after_free, code,
           joined(what, " ", where(*nearest, address), ", freed at ", to_text(place_of(nearest->freed_at))));
  } else {
    report(FindingKind::out_of_bounds, code, joined(what, " ", where(*nearest, address)));
  }
}

}  // namespace cuda_emulator
