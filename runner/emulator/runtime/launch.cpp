#include "runner/emulator/include/cuda_emulator/launch.h"

#include <cstdint>

#include "runner/emulator/runtime/allocations.hpp"
#include "runner/emulator/runtime/arena.hpp"
#include "runner/emulator/runtime/device_access.hpp"
#include "runner/emulator/runtime/last_error.hpp"
#include "runner/emulator/runtime/workers.hpp"

namespace cuda_emulator {
namespace {

cudaError_t check(const LaunchShape& shape) {
  const dim3 &grid = shape.grid, &block = shape.block;
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  const bool none = threads == 0 || grid.x == 0 || grid.y == 0 || grid.z == 0;
  const bool block_fits = block.x <= most_threads_of_block && block.y <= most_threads_of_block &&
                          block.z <= most_threads_in_z && threads <= most_threads_of_block;
  const bool grid_fits =
      grid.x <= most_blocks_in_x && grid.y <= most_blocks_in_y_or_z && grid.z <= most_blocks_in_y_or_z;
  if (none || !block_fits || !grid_fits) return cudaErrorInvalidConfiguration;
  if (shape.shared_bytes > most_shared_bytes) return cudaErrorInvalidValue;
  return cudaSuccess;
}

}  // namespace

void* parameter_memory(std::size_t bytes) {
  void* memory = Allocations::instance().allocate(bytes, MemoryKind::parameters, nullptr);
  Arena::instance().set_states(memory, bytes, ByteState::written);
  return memory;
}

void free_parameter_memory(void* memory) {
  Allocations::instance().release(memory, nullptr);
}

void launch_grid(const char* kernel_name, const LaunchShape& shape, void (*call)(void*), void* parameters) {
  if (sticky_error() != cudaSuccess || record_error(check(shape)) != cudaSuccess) return;
  Launch launch{kernel_name,
                shape.grid,
                shape.block,
                shape.shared_bytes,
                call,
                parameters,
                std::uint64_t{shape.grid.x} * shape.grid.y * shape.grid.z};
  {
    const DeviceAccess access;
    run_on_workers(launch);
  }
  if (launch.error != cudaSuccess) record_sticky_error(launch.error);
}

void* dynamic_shared_memory() {
  return Worker::running()->shared_memory();
}

}  // namespace cuda_emulator
