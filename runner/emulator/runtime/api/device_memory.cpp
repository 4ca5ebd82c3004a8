#include "runner/emulator/runtime/api/device_memory.hpp"

#include "runner/emulator/include/cuda_emulator/memory.h"
#include "runner/emulator/runtime/api/device_output.hpp"
#include "runner/emulator/runtime/api/memory_pools.hpp"
#include "runner/emulator/runtime/api/stream.hpp"
#include "runner/emulator/runtime/base/devices.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/base/saturated.hpp"
#include "runner/emulator/runtime/checks/checked_memory.hpp"
#include "runner/emulator/runtime/checks/unread_results.hpp"
#include "runner/emulator/runtime/order/copies.hpp"
#include "runner/emulator/runtime/order/pending_works.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

namespace cuda_emulator {
namespace {

constexpr std::size_t pitch_alignment = 512;
std::size_t pitch_of(std::size_t row_bytes) {
  return saturated_product((row_bytes / pitch_alignment) + (row_bytes % pitch_alignment != 0),
                           pitch_alignment);
}

/// Memory is allocated and freed when a graph is built, not when it runs.
cudaError_t check_uncaptured(cudaStream_t stream) {
  const cudaError_t error = check_stream(stream);
  return error ? error : is_captured(stream) ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
}
constexpr const char* no_allocation_nodes =
    "the emulated device has no graph nodes that allocate or free memory";

}  // namespace

cudaError_t allocate(void** address, std::size_t bytes, const void* code) {
  if (const cudaError_t error = sticky_error()) return error;
  if (!address) return cudaErrorInvalidValue;
  *address = nullptr;
  if (bytes) *address = checked_memory().allocate(bytes, MemoryKind::device, code);
  return *address || !bytes ? cudaSuccess : cudaErrorMemoryAllocation;
}

namespace {

cudaError_t release(void* address, const void* code) {
  if (const cudaError_t error = sticky_error()) return error;
  if (!address) return cudaSuccess;
  const auto memory = checked_memory().holding(address);
  const bool device_kind =
      memory && (memory->kind == MemoryKind::device || memory->kind == MemoryKind::managed);
  if (device_kind && memory->address == address) {
    give_back_to_pool(address);
    look_for_unread_results(*memory);
    checked_memory().release(address, code);
    return cudaSuccess;
  }
  report(FindingKind::invalid_free, code,
         memory ? "cudaFree of an address that is not the beginning of an allocation"
                : "cudaFree of an address that is not device memory, or no longer");
  return cudaErrorInvalidValue;
}

/// Work in other streams must come after the allocation, as after a write.
cudaError_t take_in_stream(void** address, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream,
                           const void* code) {
  const cudaError_t error = allocate_from_pool(address, bytes, pool, code);
  if (error || !bytes) return error;
  const StreamScope scope(key_of(stream));
  note_filling({static_cast<char*>(*address), 0, bytes, 1}, "an allocation in its stream", code);
  return cudaSuccess;
}

}  // namespace

void give_all_back(const void* code) {
  const bool could_be_freed = sticky_error() == cudaSuccess;
  if (could_be_freed) report_leaks(current_device());
  for (const auto kind : {MemoryKind::device, MemoryKind::managed, MemoryKind::pinned}) {
    for (const Allocation& memory : checked_memory().living(kind)) {
      if (memory.device != current_device()) continue;
      give_back_to_pool(memory.address);
      if (could_be_freed) look_for_unread_results(memory);
      checked_memory().release(memory.address, code);
    }
  }
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaMalloc(void** address, std::size_t bytes) {
  return record_error(allocate(address, bytes, __builtin_return_address(0)));
}

cudaError_t cudaFree(void* address) {
  if (address) {
    cuda_emulator::show_device_output();
    PendingWorks::instance().host_waits_for_all();
  }
  return record_cleaning_up(release(address, __builtin_return_address(0)));
}

cudaError_t cudaMallocAsync(void** address, std::size_t bytes, cudaStream_t stream) {
  const void* code = __builtin_return_address(0);
  if (const cudaError_t error = check_uncaptured(stream))
    return record_error(error, code, no_allocation_nodes);
  return record_error(take_in_stream(address, bytes, nullptr, stream, code));
}

cudaError_t cudaMallocFromPoolAsync(void** address, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  const void* code = __builtin_return_address(0);
  if (const cudaError_t error = check_uncaptured(stream))
    return record_error(error, code, no_allocation_nodes);
  return record_error(pool ? take_in_stream(address, bytes, pool, stream, code) : cudaErrorInvalidValue);
}

cudaError_t cudaFreeAsync(void* address, cudaStream_t stream) {
  const void* code = __builtin_return_address(0);
  if (const cudaError_t error = check_uncaptured(stream))
    return record_error(error, code, no_allocation_nodes);
  if (const auto memory = checked_memory().holding(address); memory && memory->address == address) {
    const StreamKey key = key_of(stream);
    PendingWorks::instance().finish_before(key);
    const StreamScope scope(key);
    note_filling({memory->address, 0, memory->bytes, 1}, "cudaFreeAsync()", code);
  }
  return record_error(release(address, code));
}

cudaError_t cudaMallocPitch(void** address, std::size_t* pitch, std::size_t row_bytes, std::size_t rows) {
  if (!pitch) return record_error(cudaErrorInvalidValue);
  *pitch = pitch_of(row_bytes);
  return record_error(allocate(address, saturated_product(*pitch, rows), __builtin_return_address(0)));
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* memory, cudaExtent extent) {
  if (!memory) return record_error(cudaErrorInvalidValue);
  memory->xsize = extent.width;
  memory->ysize = extent.height;
  memory->pitch = pitch_of(extent.width);
  const std::size_t bytes = saturated_product(saturated_product(memory->pitch, extent.height), extent.depth);
  return record_error(allocate(&memory->ptr, bytes, __builtin_return_address(0)));
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
  if (!free_bytes || !total_bytes) return record_error(cudaErrorInvalidValue);
  *total_bytes = device_memory_bytes();
  *free_bytes = *total_bytes - checked_memory().device_bytes_in_use(cuda_emulator::current_device());
  return record_error(cudaSuccess);
}
