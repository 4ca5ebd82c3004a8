#include "runner/emulator/runtime/checks/counting.hpp"

#include <cstdint>

namespace cuda_emulator {
namespace {

Counted kind_of(StrongOperation operation, bool is_shared) {
  switch (operation) {
    case StrongOperation::read:
      return is_shared ? Counted::shared_load : Counted::load;
    case StrongOperation::write:
      return is_shared ? Counted::shared_store : Counted::store;
    case StrongOperation::change:
      break;
  }
  return is_shared ? Counted::shared_atomic : Counted::atomic;
}

[[gnu::noinline]] void count_any(Worker& worker, Counted kind, std::uintptr_t address, std::size_t bytes,
                                 const void* code) {
  AccessCounter& counter = *worker.counter();
  bool has_waited = false;
  while (!counter.count(worker.current().number, kind, address, bytes, code)) {
    // Lets the other lanes catch up with this one. If nothing was settled by the time this lane has its turn
    // again, they have done so. If there is still no room, the others are spinning on a lock that this lane
    // may hold, so it waits for them only once.
    const std::uint64_t settled = counter.settled();
    worker.wait();
    if (has_waited || counter.settled() == settled) counter.settle();
    has_waited = true;
  }
}

/// Handles the slow path in a separate function, so that the fast path saves no registers for it.
inline void count(Worker& worker, Counted kind, std::uintptr_t address, std::size_t bytes, const void* code) {
  if (!worker.counter()->follows(worker.current().number, kind, address, code))
    count_any(worker, kind, address, bytes, code);
}

}  // namespace

void count_access(Worker& worker, const void* address, std::size_t bytes, StrongOperation operation,
                  const void* code) {
  const bool is_shared = worker.shared_races().known().hold(address);
  if (!is_shared && !worker.cells(address)) return;  // memory of the thread itself, or of the host
  count(worker, kind_of(operation, is_shared), reinterpret_cast<std::uintptr_t>(address), bytes, code);
}

void count_range(Worker& worker, const void* address, std::size_t bytes, StrongOperation operation,
                 const void* code) {
  const char* at = static_cast<const char*>(address);
  while (bytes) {
    std::size_t piece = 16;
    while (piece > bytes || reinterpret_cast<std::uintptr_t>(at) % piece) piece /= 2;
    count_access(worker, at, piece, operation, code);
    at += piece;
    bytes -= piece;
  }
}

void count_meeting(Worker& worker, Counted kind, const void* code) {
  count(worker, kind, 0, 0, code);
}

}  // namespace cuda_emulator
