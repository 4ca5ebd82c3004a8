// Implements memory that the host and the device share: managed, pinned and registered. There is only one
// memory here.
#include <map>
#include <mutex>

#include "runner/emulator/include/cuda_emulator/memory.h"
#include "runner/emulator/runtime/api/device_output.hpp"
#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/checks/checked_memory.hpp"
#include "runner/emulator/runtime/memory/host_registrations.hpp"
#include "runner/emulator/runtime/order/pending_works.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

namespace cuda_emulator {
namespace {

cudaError_t allocate(void** address, std::size_t bytes, MemoryKind kind, const void* code) {
  if (const cudaError_t error = sticky_error()) return error;
  if (!address || (bytes == 0 && kind == MemoryKind::managed)) return cudaErrorInvalidValue;
  *address = bytes ? checked_memory().allocate(bytes, kind, code) : nullptr;
  if (!*address) return bytes ? cudaErrorMemoryAllocation : cudaSuccess;
  PendingWorks::instance().follow_common_memory();
  // The host's writes there are not seen.
  Arena::instance().set_states(*address, bytes, ByteState::written);
  return cudaSuccess;
}

std::mutex flags_mutex;
std::map<const void*, unsigned int> flags_of_pinned;  ///< as passed to cudaHostAlloc

cudaMemoryType type_of(MemoryKind kind) {
  if (kind == MemoryKind::managed) return cudaMemoryTypeManaged;
  return kind == MemoryKind::pinned ? cudaMemoryTypeHost : cudaMemoryTypeDevice;
}

}  // namespace
}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaMallocManaged(void** address, std::size_t bytes, unsigned int) {
  return record_error(allocate(address, bytes, MemoryKind::managed, __builtin_return_address(0)));
}

cudaError_t cudaMallocHost(void** address, std::size_t bytes) {
  return record_error(allocate(address, bytes, MemoryKind::pinned, __builtin_return_address(0)));
}

cudaError_t cudaMallocHost(void** address, std::size_t bytes, unsigned int) {
  return record_error(allocate(address, bytes, MemoryKind::pinned, __builtin_return_address(0)));
}

cudaError_t cudaHostAlloc(void** address, std::size_t bytes, unsigned int flags) {
  const cudaError_t error = allocate(address, bytes, MemoryKind::pinned, __builtin_return_address(0));
  if (error == cudaSuccess) {
    const std::lock_guard lock(flags_mutex);
    flags_of_pinned[*address] = flags;
  }
  return record_error(error);
}

cudaError_t cudaFreeHost(void* address) {
  if (!address) return record_cleaning_up(cudaSuccess);
  cuda_emulator::show_device_output();
  PendingWorks::instance().host_waits_for_all();
  const auto memory = checked_memory().holding(address);
  if (!memory || memory->kind != MemoryKind::pinned || memory->address != address) {
    report(FindingKind::invalid_free, __builtin_return_address(0),
           "cudaFreeHost of an address that is not pinned memory, or no longer");
    return record_cleaning_up(cudaErrorInvalidValue);
  }
  checked_memory().release(address, __builtin_return_address(0));
  const std::lock_guard lock(flags_mutex);
  flags_of_pinned.erase(address);
  return record_cleaning_up(cudaSuccess);
}

cudaError_t cudaHostRegister(void* address, std::size_t bytes, unsigned int) {
  if (!address || !bytes) return record_error(cudaErrorInvalidValue);
  return record_error(register_host_memory(address, bytes) ? cudaSuccess
                                                           : cudaErrorHostMemoryAlreadyRegistered);
}

cudaError_t cudaHostUnregister(void* address) {
  PendingWorks::instance().host_waits_for_all();
  return record_error(unregister_host_memory(address) ? cudaSuccess : cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaHostGetDevicePointer(void** on_device, void* on_host, unsigned int) {
  const auto memory = checked_memory().holding(on_host);
  const bool usable = (memory && memory->kind == MemoryKind::pinned) || is_registered(on_host);
  if (!on_device || !usable) return record_error(cudaErrorInvalidValue);
  *on_device = on_host;
  return record_error(cudaSuccess);
}

cudaError_t cudaHostGetFlags(unsigned int* flags, void* address) {
  const auto memory = checked_memory().holding(address);
  if (!flags || !memory || memory->kind != MemoryKind::pinned) return record_error(cudaErrorInvalidValue);
  const std::lock_guard lock(flags_mutex);
  const auto asked_for = flags_of_pinned.find(memory->address);
  // All pinned memory is mapped.
  *flags = cudaHostAllocMapped | (asked_for == flags_of_pinned.end() ? 0 : asked_for->second);
  return record_error(cudaSuccess);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* address) {
  if (!attributes) return record_error(cudaErrorInvalidValue);
  void* value = const_cast<void*>(address);
  const auto memory = checked_memory().holding(address);
  if (!memory && !is_registered(address)) {
    *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, value};
  } else {
    const cudaMemoryType type = memory ? type_of(memory->kind) : cudaMemoryTypeHost;
    *attributes = {type, memory ? memory->device : 0, value, type == cudaMemoryTypeDevice ? nullptr : value};
  }
  return record_error(cudaSuccess);
}

// Hints about where memory should be.
cudaError_t cudaMemPrefetchAsync(const void* address, std::size_t, int, cudaStream_t) {
  const auto memory = checked_memory().holding(address);
  return record_error(memory && memory->kind == MemoryKind::managed ? cudaSuccess : cudaErrorInvalidValue);
}
cudaError_t cudaMemAdvise(const void* address, std::size_t, cudaMemoryAdvise, int) {
  return cudaMemPrefetchAsync(address, 0, 0, nullptr);
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void* address, std::size_t, unsigned int) {
  return cudaMemPrefetchAsync(address, 0, 0, nullptr);
}

cudaError_t cudaMemRangeGetAttribute(void* value, std::size_t value_bytes, cudaMemRangeAttribute attribute,
                                     const void* address, std::size_t) {
  if (!value || value_bytes != sizeof(int)) return record_error(cudaErrorInvalidValue);
  const auto memory = checked_memory().holding(address);
  if (!memory || memory->kind != MemoryKind::managed) return record_error(cudaErrorInvalidValue);
  // Hints are not stored.
  *static_cast<int*>(value) = attribute == cudaMemRangeAttributeReadMostly ? 0 : cudaInvalidDeviceId;
  return record_error(cudaSuccess);
}
