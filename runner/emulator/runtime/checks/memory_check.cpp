#include "runner/emulator/runtime/checks/memory_check.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "runner/emulator/runtime/base/program_image.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/memory/allocations.hpp"
#include "runner/emulator/runtime/memory/device_access.hpp"
#include "runner/emulator/runtime/memory/host_registrations.hpp"
#include "runner/emulator/runtime/memory/padding.hpp"
#include "runner/emulator/runtime/report/allocation_text.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

namespace cuda_emulator {
namespace {

/// A small offset from a null pointer counts as null.
const void* const first_mapped = reinterpret_cast<const void*>(65536);

bool is_mapped(const void* address) {
  constexpr std::uintptr_t page_bytes = 4096;
  unsigned char resident = 0;
  const auto page = reinterpret_cast<std::uintptr_t>(address) / page_bytes * page_bytes;
  return mincore(reinterpret_cast<void*>(page), 1, &resident) == 0;
}

std::string text_of(const void* address) {
  char text[24];
  std::snprintf(text, sizeof text, "%p", address);
  return text;
}

std::string name_of(Access access, std::size_t bytes) {
  return joined(access == Access::read ? "read of " : "write of ", counted_bytes(bytes));
}

/// Explains a read of unwritten shared memory. If the thread did not wait, it may have come too early; if it
/// did, nothing was written.
const char* reason_of_unwritten(const Worker& worker) {
  return worker.block().has_passed_barrier()
             ? ": no thread wrote it before the __syncthreads() that this thread has passed; does any thread "
               "write it, "
               "in whatever order?"
             : ": no thread has written it yet; is a __syncthreads() missing before this line?";
}

// These functions report what is wrong with an access, and return whether a device would end the grid.

bool is_fatal_among_known(const Worker& worker, const char* address, std::size_t bytes, Access access,
                          const void* code) {
  std::uint8_t* states = worker.states(address);
  const auto lowest = static_cast<ByteState>(*std::min_element(states, states + bytes));
  if (lowest == ByteState::none) {
    if (worker.frame().in_missing_dynamic(address)) {
      report(FindingKind::out_of_bounds, code,
             joined(name_of(access, bytes),
                    " in dynamic shared memory, of which this launch gives 0 bytes: its size is the third "
                    "argument between <<< and >>>"));
      return true;
    }
    const auto* first = std::find(states, states + bytes, static_cast<std::uint8_t>(ByteState::none));
    report_outside(address + (first - states), name_of(access, bytes), code);
    // A page is mapped near every live allocation.
    return Arena::instance().holds(address) && Allocations::instance().is_far_from_living(address);
  }
  // A struct of 2, 4 or 8 bytes is copied as one number, with its padding.
  const bool is_padded =
      access == Access::read && may_be_padding({states, bytes}, reinterpret_cast<std::uintptr_t>(address));
  if (access == Access::read && !is_padded && is_new_finding(FindingKind::uninitialised_read, code)) {
    const auto memory = Allocations::instance().holding(address);
    const bool by_host = host_may_access_device() && memory && memory->kind != MemoryKind::shared;
    if (!by_host)
      report(FindingKind::uninitialised_read, code,
             joined(name_of(access, bytes), " ", memory ? where(*memory, address) : "",
                    ", which is uninitialised",
                    memory && memory->kind == MemoryKind::shared ? reason_of_unwritten(worker) : ""));
  }
  std::fill_n(states, bytes, written);  // for a read, which is reported once
  return false;
}

bool is_fatal_elsewhere(const void* address, std::size_t bytes, Access access, const void* code) {
  if (is_registered(address)) return false;
  const bool null = address < first_mapped, mapped = is_mapped(address);
  const char* place = null ? ", a null pointer" : mapped ? ", the host's memory" : ", where no memory is";
  report(null || mapped ? FindingKind::host_memory_on_device : FindingKind::out_of_bounds, code,
         joined(name_of(access, bytes), " at ", text_of(address), place));
  return true;
}

}  // namespace

void judge_access(Worker& worker, void* address, std::size_t bytes, Access access, const void* code) {
  const bool fatal = worker.states(address) ? is_fatal_among_known(worker, static_cast<const char*>(address),
                                                                   bytes, access, code)
                                            : is_fatal_elsewhere(address, bytes, access, code);
  if (fatal) worker.abort_launch(cudaErrorIllegalAddress);
}

void check_range(Worker& worker, void* address, std::size_t bytes, Access access, const void* code) {
  if (bytes == 0) return;
  if (worker.owns(address)) return;
  std::uint8_t* states = worker.states(address);
  if (!states) return judge_access(worker, address, bytes, access, code);
  const bool outside =
      std::find(states, states + bytes, static_cast<std::uint8_t>(ByteState::none)) != states + bytes;
  if (outside) return judge_access(worker, address, bytes, access, code);
  if (access == Access::write) std::fill_n(states, bytes, written);
  note_access(worker, address, bytes, access, code);
}

void copy_states(Worker& worker, void* to, const void* from, std::size_t bytes) {
  std::uint8_t* const target = worker.owns(to) ? nullptr : worker.states(to);
  const std::uint8_t* const source = worker.owns(from) ? nullptr : worker.states(from);
  if (!target || !source || std::count(source, source + bytes, written) == static_cast<std::ptrdiff_t>(bytes))
    return;
  const std::vector<std::uint8_t> copied(source, source + bytes);  // the two may overlap
  constexpr auto none = static_cast<std::uint8_t>(ByteState::none);
  for (std::size_t at = 0; at < bytes; ++at) {
    if (target[at] != none && copied[at] != none) target[at] = copied[at];
  }
}

bool check_texel(Worker& worker, const char* address, std::size_t bytes, const void* code) {
  char* const at = const_cast<char*>(address);  // for the functions that check writes, too
  const auto check = [&]<class Bits>(Bits) {
    if (is_known<Bits, Access::read>(worker, at)) return true;
    check_and_note<Bits, Access::read>(worker, at, code, [] {});
    return !worker.states(at) || is_plainly_right<Bits, Access::read>(worker, at);
  };
  switch (bytes) {
    case 1:
      return check(std::uint8_t{});
    case 2:
      return check(std::uint16_t{});
    case 4:
      return check(std::uint32_t{});
    case 8:
      return check(std::uint64_t{});
    default:
      return check(static_cast<unsigned __int128>(0));
  }
}

}  // namespace cuda_emulator
