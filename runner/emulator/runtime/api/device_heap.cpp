// Implements malloc and new in kernels with a heap of the device, which lives as long as the context.
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

namespace {

using namespace cuda_emulator;

void* take(std::size_t bytes, const void* code) {
  if (bytes == 0) bytes = 1;
  if (heap_bytes.fetch_add(bytes) + bytes > heap_limit) {
    heap_bytes -= bytes;
    return nullptr;
  }
  return checked_memory().allocate(bytes, MemoryKind::heap, code);
}

void give_back(void* address, const void* code) {
  if (!address) return;
  const auto memory = checked_memory().holding(address);
  if (memory && memory->kind == MemoryKind::heap && memory->address == address) {
    heap_bytes -= memory->bytes;
    checked_memory().release(address, code);
  } else {
    report(FindingKind::invalid_free, code,
           "this address was not given by malloc or new in a kernel, or was freed before");
  }
}

}  // namespace

// The functions that malloc, free and the operators become.
extern "C" {
void* cuda_emulator_malloc(std::size_t bytes) {
  return take(bytes, __builtin_return_address(0));
}
void* cuda_emulator_new(std::size_t bytes) {
  return take(bytes, __builtin_return_address(0));
}
void* cuda_emulator_new_array(std::size_t bytes) {
  return take(bytes, __builtin_return_address(0));
}
void cuda_emulator_free(void* address) {
  give_back(address, __builtin_return_address(0));
}
void cuda_emulator_delete(void* address) {
  give_back(address, __builtin_return_address(0));
}
void cuda_emulator_delete_array(void* address) {
  give_back(address, __builtin_return_address(0));
}
void cuda_emulator_delete_sized(void* address, std::size_t) {
  give_back(address, __builtin_return_address(0));
}
void cuda_emulator_delete_array_sized(void* address, std::size_t) {
  give_back(address, __builtin_return_address(0));
}
}
