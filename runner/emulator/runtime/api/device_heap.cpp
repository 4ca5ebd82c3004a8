// malloc and new in kernels: from a heap of the device, which lives as long as the context.
#include "runner/emulator/runtime/api/device_heap.hpp"

#include <atomic>
#include <cstddef>

#include "runner/emulator/runtime/checks/checked_memory.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

using cuda_emulator::checked_memory;
using cuda_emulator::MemoryKind;

namespace {

std::atomic<std::size_t> heap_limit{std::size_t{8} << 20}, heap_bytes{0};

}  // namespace

namespace cuda_emulator {

std::size_t device_heap_bytes() {
  return heap_limit;
}
void set_device_heap_bytes(std::size_t bytes) {
  heap_limit = bytes;
}

}  // namespace cuda_emulator

extern "C" {

void* cuda_emulator_malloc(std::size_t bytes) {
  if (bytes == 0) bytes = 1;
  if (heap_bytes.fetch_add(bytes) + bytes > heap_limit) {
    heap_bytes -= bytes;
    return nullptr;
  }
  return checked_memory().allocate(bytes, MemoryKind::heap, __builtin_return_address(0));
}

void cuda_emulator_free(void* address) {
  if (!address) return;
  const void* code = __builtin_return_address(0);
  const auto memory = checked_memory().holding(address);
  if (memory && memory->kind == MemoryKind::heap && memory->address == address) {
    heap_bytes -= memory->bytes;
    checked_memory().release(address, code);
  } else {
    cuda_emulator::report(cuda_emulator::FindingKind::invalid_free, code,
                          "this address was not given by malloc or new in a kernel, or was freed before");
  }
}

void cuda_emulator_free_sized(void* address, std::size_t) {
  cuda_emulator_free(address);
}
}
