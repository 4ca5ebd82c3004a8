#include <cstdint>
#include <string>
#include <utility>

#include "runner/emulator/runtime/api/launch_limits.hpp"
#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/checks/checked_memory.hpp"
#include "runner/emulator/runtime/checks/copy_check.hpp"
#include "runner/emulator/runtime/counters/line_counts.hpp"
#include "runner/emulator/runtime/execution/launch_options.hpp"
#include "runner/emulator/runtime/execution/workers.hpp"
#include "runner/emulator/runtime/memory/device_access.hpp"
#include "runner/emulator/runtime/report/findings.hpp"

namespace cuda_emulator {
namespace {

thread_local bool next_is_cooperative = false;

/// The error that a device returns with CUDA 13. Before that, an oversized launch was an invalid
/// configuration.
cudaError_t check(const LaunchShape& shape, const KernelRow* row) {
  const std::string exceeded = exceeded_limit(shape, row);
  note_launch(!exceeded.empty());
  if (exceeded.empty()) return record_error(cudaSuccess, shape.site);
  report(FindingKind::refused_launch, shape.site, exceeded);
  return record_error(cudaErrorInvalidValue, shape.site, exceeded);
}

}  // namespace

/// One buffer for each host thread, which is kept: launches are frequent, and a thread waits for each.
void* parameter_memory(std::size_t bytes) {
  static thread_local void* memory = nullptr;
  static thread_local std::size_t memory_bytes = 0;
  if (bytes > memory_bytes) {
    if (memory) checked_memory().release(memory, nullptr);
    memory = checked_memory().allocate(bytes, MemoryKind::parameters, nullptr);
    memory_bytes = bytes;
    Arena::instance().set_states(memory, bytes, ByteState::written);
  }
  return memory;
}

cudaError_t launch_grid(const KernelRow* row, const char* kernel_name, const LaunchShape& shape,
                        void (*call)(void*), void* parameters) {
  if (const cudaError_t error = sticky_error()) return error;
  if (const cudaError_t error = check(shape, row)) return error;
  Launch launch{row,
                kernel_name,
                shape.grid,
                shape.block,
                shape.shared_bytes,
                call,
                parameters,
                std::uint64_t{shape.grid.x} * shape.grid.y * shape.grid.z};
  if (wants_counters()) {
    add_launch(kernel_name,
               {shape.block.x * shape.block.y * shape.block.z, shared_bytes_of(shape, row),
                resident_blocks_of(shape, row)},
               launch.block_count);
  }
  launch.most_resident = most_resident_blocks(shape, row);
  {
    const DeviceAccess access;
    if (std::exchange(next_is_cooperative, false)) {
      GridBarrier barrier(launch.block_count);
      launch.barrier = &barrier;
      run_at_once(launch);
    } else {
      run_on_workers(launch);
    }
  }
  // A launch that a device refuses has no effect on it.
  if (launch.error == cudaErrorInvalidValue) return record_error(launch.error, shape.site);
  if (launch.error != cudaSuccess) record_sticky_error(launch.error);
  return cudaSuccess;
}

void make_next_launch_cooperative() {
  next_is_cooperative = true;
}

}  // namespace cuda_emulator
