#include "runner/emulator/runtime/checks/copy_check.hpp"

#include <algorithm>
#include <atomic>
#include <span>
#include <string>
#include <vector>

#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/checks/address_check.hpp"
#include "runner/emulator/runtime/memory/allocations.hpp"
#include "runner/emulator/runtime/memory/device_access.hpp"
#include "runner/emulator/runtime/memory/padding.hpp"
#include "runner/emulator/runtime/report/allocation_text.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

namespace cuda_emulator {
namespace {

const char* name_of(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost:
      return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice:
      return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost:
      return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice:
      return "cudaMemcpyDeviceToDevice";
    default:
      return "cudaMemcpyDefault";
  }
}

/// Whether a copy is invalid as it is, but would be valid with its sides exchanged.
bool is_exchanged(const RowsCopy& copy, bool to_device, bool from_device) {
  return to_device != from_device && !may_be(copy.to, to_device) && !may_be(copy.from, from_device) &&
         may_be(copy.to, from_device) && may_be(copy.from, to_device);
}

bool is_usable(const void* address, std::size_t bytes, bool on_device, const std::string& user,
               const void* code) {
  return on_device ? is_device_range(address, bytes, code, user) : is_host_address(address, code, user);
}

std::atomic<bool> launch_refused = false;

/// Memory that differs from its initial fill was written, by a memset that no hook reports.
std::vector<std::uint8_t> seen_states(std::span<const std::uint8_t> known, const char* bytes) {
  std::vector<std::uint8_t> states(known.begin(), known.end());
  for (std::size_t at = 0; at < states.size(); ++at) {
    if (static_cast<unsigned char>(bytes[at]) != 0xff) states[at] = written;
  }
  return states;
}

}  // namespace

void note_launch(bool is_refused) {
  launch_refused = is_refused;
}

bool is_between(const RowsCopy& copy, bool to_device, bool from_device, cudaMemcpyKind kind,
                const void* code) {
  const std::string of_kind = copy.names.with_kind ? joined(" of ", name_of(kind)) : "";
  if (copy.names.with_kind && is_exchanged(copy, to_device, from_device)) {
    const char *to = to_device ? "the host's memory" : "device memory",
               *from = from_device ? "the host's" : "device memory";
    report(to_device ? FindingKind::host_memory_on_device : FindingKind::device_memory_on_host, code,
           joined(copy.names.to, " is ", to, " and ", copy.names.from, " ", from, ": for ", name_of(kind),
                  " they look exchanged, or it is the wrong direction"));
    return false;
  }
  return is_usable(copy.to, extent(copy.to_pitch, copy.row_bytes, copy.rows), to_device,
                   joined(copy.names.to, of_kind), code) &&
         is_usable(copy.from, extent(copy.from_pitch, copy.row_bytes, copy.rows), from_device,
                   joined(copy.names.from, of_kind), code);
}

void report_unwritten(const RowsCopy& copy, const void* code) {
  const char* from = static_cast<const char*>(copy.from);
  if (!Arena::instance().in_device_part(from) || host_may_access_device()) return;
  std::size_t unwritten = 0;
  const char* first = nullptr;
  for (std::size_t row = 0; row < copy.rows; ++row) {
    const char* begin = from + row * copy.from_pitch;
    const std::span<const std::uint8_t> known(Arena::instance().states(begin), copy.row_bytes);
    if (std::count(known.begin(), known.end(), written) == static_cast<std::ptrdiff_t>(known.size()))
      continue;
    const std::vector<std::uint8_t> states = seen_states(known, begin);
    const auto count =
        states.size() - static_cast<std::size_t>(std::count(states.begin(), states.end(), written));
    if (count == 0 || may_be_padding(states, reinterpret_cast<std::uintptr_t>(begin))) continue;
    const auto at =
        std::find_if(states.begin(), states.end(), [](std::uint8_t state) { return state != written; });
    if (!first) first = begin + (at - states.begin());
    unwritten += count;
  }
  if (!first || !is_new_finding(FindingKind::uninitialised_read, code)) return;
  report_ignored_error();
  if (launch_refused) return;  // it was meant to write this, and already has its finding
  const auto memory = Allocations::instance().holding(first);
  report(FindingKind::uninitialised_read, code,
         joined(unwritten, " of the ", counted_bytes(copy.row_bytes * copy.rows),
                " copied to the host were never written, the first ", memory ? where(*memory, first) : ""));
}

}  // namespace cuda_emulator
