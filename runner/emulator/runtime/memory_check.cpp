#include "runner/emulator/runtime/memory_check.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

#include "runner/emulator/runtime/allocations.hpp"
#include "runner/emulator/runtime/findings.hpp"
#include "runner/emulator/runtime/host_registrations.hpp"
#include "runner/emulator/runtime/program_image.hpp"
#include "runner/emulator/runtime/source_place.hpp"
#include "runner/emulator/runtime/text.hpp"

namespace cuda_emulator {
namespace {

/// A small offset from a null pointer is one too.
const void* const first_mapped = reinterpret_cast<const void*>(65536);

std::string name_of(const Allocation& allocation) {
  switch (allocation.kind) {
    case MemoryKind::shared:
      return joined("the ", counted_bytes(allocation.bytes), " of dynamic shared memory");
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

/// In the arena, outside of everything that lives.
void report_outside(const char* address, const std::string& what, const void* code) {
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

std::string text_of(const void* address) {
  char text[24];
  std::snprintf(text, sizeof text, "%p", address);
  return text;
}

}  // namespace

void judge_access(Worker& worker, void* address, std::size_t bytes, Access access, const void* code) {
  const std::string what = joined(access == Access::read ? "read of " : "write of ", counted_bytes(bytes));
  const Arena& arena = Arena::instance();
  if (arena.holds(address)) {
    std::uint8_t* states = arena.states(address);
    const auto lowest = static_cast<ByteState>(*std::min_element(states, states + bytes));
    if (lowest == ByteState::none) {
      // A device would go on too, as long as the address is mapped.
      const auto* first = std::find(states, states + bytes, static_cast<std::uint8_t>(ByteState::none));
      report_outside(static_cast<const char*>(address) + (first - states), what, code);
      return;
    }
    if (access == Access::read && lowest == ByteState::allocated &&
        is_new_finding(FindingKind::uninitialised_read, code)) {
      const auto memory = Allocations::instance().holding(address);
      report(FindingKind::uninitialised_read, code,
             joined(what, " ", memory ? where(*memory, static_cast<const char*>(address)) : "",
                    ", which nobody has written"));
    }
    arena.set_states(address, bytes, ByteState::written);  // at a read: it is told once
    return;
  }
  if (in_program_image(address) || is_registered(address)) return;
  report(FindingKind::host_memory_on_device, code,
         joined(what, " at ", text_of(address),
                address < first_mapped ? ", a null pointer" : ", the host's memory"));
  worker.abort_launch(cudaErrorIllegalAddress);
}

void check_range(Worker& worker, void* address, std::size_t bytes, Access access, const void* code) {
  const Arena& arena = Arena::instance();
  if (bytes == 0 || worker.owns(address)) return;
  if (!arena.holds(address)) return judge_access(worker, address, bytes, access, code);
  std::uint8_t* states = arena.states(address);
  const bool outside =
      std::find(states, states + bytes, static_cast<std::uint8_t>(ByteState::none)) != states + bytes;
  if (outside) {
    judge_access(worker, address, bytes, access, code);
  } else if (access == Access::write) {
    arena.set_states(address, bytes, ByteState::written);
  }
}

}  // namespace cuda_emulator
