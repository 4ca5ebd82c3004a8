#include "runner/emulator/runtime/checks/counting.hpp"

#include <cstdint>

namespace cuda_emulator {
namespace {

CountedAccess kind_of(StrongOperation operation, bool is_shared) {
  switch (operation) {
    case StrongOperation::read:
      return is_shared ? CountedAccess::shared_load : CountedAccess::load;
    case StrongOperation::write:
      return is_shared ? CountedAccess::shared_store : CountedAccess::store;
    case StrongOperation::change:
      break;
  }
  return is_shared ? CountedAccess::shared_atomic : CountedAccess::atomic;
}

}  // namespace

void count_access(Worker& worker, const void* address, std::size_t bytes, StrongOperation operation,
                  const void* code) {
  const bool is_shared = worker.shared_races().known().hold(address);
  if (!is_shared && !worker.cells(address)) return;  // of its own, or of the host
  AccessCounter& counter = *worker.counter();
  const CountedAccess access = kind_of(operation, is_shared);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  while (!counter.count(worker.current().number, access, at, bytes, code)) {
    // The other lanes come as far as this one. When it has its turn again and nothing was settled, they have.
    const std::uint64_t settled = counter.settled();
    worker.wait();
    if (counter.settled() == settled) counter.settle();
  }
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

}  // namespace cuda_emulator
