#include "runner/emulator/runtime/checks/checked_memory.hpp"

#include <cstdlib>
#include <map>

#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/checks/faults.hpp"
#include "runner/emulator/runtime/checks/unread_results.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

namespace cuda_emulator {
namespace {

struct Leak {
  std::size_t count = 0, bytes = 0;
};

void report_at_the_end() {
  if (sticky_error() != cudaSuccess) return;  // nothing could be copied or freed any more
  report_unread_result();
  report_leaks();
}

}  // namespace

void report_leaks(std::optional<int> device) {
  std::map<const void*, Leak> leaks;
  for (const auto kind : {MemoryKind::device, MemoryKind::managed, MemoryKind::pinned, MemoryKind::heap}) {
    for (const Allocation& allocation : Allocations::instance().living(kind)) {
      if (device && allocation.device != *device) continue;
      Leak& leak = leaks[allocation.made_at];
      ++leak.count;
      leak.bytes += allocation.bytes;
    }
  }
  for (const auto& [code, leak] : leaks) {
    report(FindingKind::leaked_memory, code,
           joined(counted_bytes(leak.bytes), " that this call gave ",
                  leak.count == 1 ? "" : joined("in ", leak.count, " pieces "), "are never freed"));
  }
}

Allocations& checked_memory() {
  static Allocations& memory = []() -> Allocations& {
    Allocations& all = Allocations::instance();
    catch_faults();
    std::atexit(report_at_the_end);
    return all;
  }();
  return memory;
}

}  // namespace cuda_emulator
