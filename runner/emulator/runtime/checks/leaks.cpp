#include "runner/emulator/runtime/checks/leaks.hpp"

#include <cstdlib>
#include <map>

#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/memory/allocations.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

namespace cuda_emulator {
namespace {

struct Leak {
  std::size_t count = 0, bytes = 0;
};

void report_leaks() {
  if (sticky_error() != cudaSuccess) return;  // nothing could be freed any more
  std::map<const void*, Leak> leaks;
  for (const auto kind : {MemoryKind::device, MemoryKind::managed, MemoryKind::pinned}) {
    for (const Allocation& allocation : Allocations::instance().living(kind)) {
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

}  // namespace

void report_leaks_at_exit() {
  std::atexit(report_leaks);
}

}  // namespace cuda_emulator
