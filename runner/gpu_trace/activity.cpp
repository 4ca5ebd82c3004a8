// What the GPU did, from CUPTI's activity records: CUPTI fills buffers that it asks for here, and hands them
// back at a flush or when they are full, from a thread of its own or from the one that flushes.

#include "runner/gpu_trace/activity.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "runner/gpu_trace/cupti.hpp"
#include "runner/gpu_trace/occupancy.hpp"
#include "runner/gpu_trace/process_record.hpp"

namespace gpu_trace {
namespace {

constexpr std::size_t buffer_bytes = 256 * 1024;  // about 1,200 kernels
constexpr std::size_t alignment = 8;

using Interval = std::pair<std::uint64_t, std::uint64_t>;

void add(Transfers& transfers, std::uint64_t bytes, std::uint64_t start, std::uint64_t end) {
  ++transfers.count;
  transfers.bytes += bytes;
  if (end > start) transfers.total_ns += end - start;
}

Transfers& direction(Process& process, std::uint8_t kind) {
  switch (kind) {
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOD:
    case CUPTI_ACTIVITY_MEMCPY_KIND_HTOA:
      return process.copy_in;
    case CUPTI_ACTIVITY_MEMCPY_KIND_DTOH:
    case CUPTI_ACTIVITY_MEMCPY_KIND_ATOH:
      return process.copy_out;
    default:
      return process.copy_device;
  }
}

void record_kernel(const CUpti_ActivityKernel9& activity, std::vector<Interval>& intervals) {
  ProcessRecord& record = process_record();
  Kernel& kernel = record.kernel(activity.name);
  ++kernel.completed;
  // What a graph or the device itself launches is seen by its record alone.
  if (kernel.completed > kernel.launches) {
    record->kernel_launches += kernel.completed - kernel.launches;
    kernel.launches = kernel.completed;
  }
  const std::uint64_t duration_ns = activity.end > activity.start ? activity.end - activity.start : 0;
  kernel.total_ns += duration_ns;
  record->kernels_total_ns += duration_ns;
  intervals.emplace_back(activity.start, activity.end);
  if (duration_ns < kernel.longest_ns) return;
  kernel.longest_ns = duration_ns;
  kernel.registers = activity.registersPerThread;
  const auto static_bytes = static_cast<std::uint32_t>(activity.staticSharedMemory);
  const auto dynamic_bytes = static_cast<std::uint32_t>(activity.dynamicSharedMemory);
  kernel.shared_bytes = static_bytes + dynamic_bytes;
  kernel.local_bytes = activity.localMemoryPerThread;
  const std::int32_t block[3] = {activity.blockX, activity.blockY, activity.blockZ};
  const std::int32_t grid[3] = {activity.gridX, activity.gridY, activity.gridZ};
  std::copy_n(block, 3, kernel.block);
  std::copy_n(grid, 3, kernel.grid);
  bound_occupancy(kernel, static_bytes, dynamic_bytes);
}

void record_memory(const CUpti_ActivityMemory3& activity) {
  Process& process = *process_record();
  const bool is_static = activity.memoryKind == CUPTI_ACTIVITY_MEMORY_KIND_DEVICE_STATIC ||
                         activity.memoryKind == CUPTI_ACTIVITY_MEMORY_KIND_MANAGED_STATIC;
  const bool is_asked_for = activity.memoryKind == CUPTI_ACTIVITY_MEMORY_KIND_DEVICE ||
                            activity.memoryKind == CUPTI_ACTIVITY_MEMORY_KIND_ARRAY ||
                            activity.memoryKind == CUPTI_ACTIVITY_MEMORY_KIND_MANAGED;
  if (!is_static && !is_asked_for) return;
  if (activity.memoryOperationType == CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION) {
    process.memory_bytes += activity.bytes;
    process.peak_memory_bytes = std::max(process.peak_memory_bytes, process.memory_bytes);
    if (is_asked_for) process.unfreed_bytes += activity.bytes;
  } else if (activity.memoryOperationType == CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE) {
    process.memory_bytes -= std::min(process.memory_bytes, activity.bytes);
    if (is_asked_for) process.unfreed_bytes -= std::min(process.unfreed_bytes, activity.bytes);
  }
}

void record_move(const CUpti_ActivityUnifiedMemoryCounter2& activity) {
  Process& process = *process_record();
  if (activity.counterKind == CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_HTOD) {
    process.managed_to_device_bytes += activity.value;
  } else if (activity.counterKind == CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOH) {
    process.managed_to_host_bytes += activity.value;
  }
}

void record_activity(const CUpti_Activity& activity, std::vector<Interval>& intervals) {
  Process& process = *process_record();
  switch (activity.kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    case CUPTI_ACTIVITY_KIND_KERNEL:
      return record_kernel(reinterpret_cast<const CUpti_ActivityKernel9&>(activity), intervals);
    case CUPTI_ACTIVITY_KIND_MEMCPY: {
      const auto& copy = reinterpret_cast<const CUpti_ActivityMemcpy5&>(activity);
      return add(direction(process, copy.copyKind), copy.bytes, copy.start, copy.end);
    }
    case CUPTI_ACTIVITY_KIND_MEMSET: {
      const auto& fill = reinterpret_cast<const CUpti_ActivityMemset4&>(activity);
      return add(process.memset, fill.bytes, fill.start, fill.end);
    }
    case CUPTI_ACTIVITY_KIND_MEMORY2:
      return record_memory(reinterpret_cast<const CUpti_ActivityMemory3&>(activity));
    case CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER:
      return record_move(reinterpret_cast<const CUpti_ActivityUnifiedMemoryCounter2&>(activity));
    default:
      return;
  }
}

/// Adds the time in which any of the kernels ran. Kernels of other buffers that ran at the same time as these
/// are distinguished by their end alone, which is exact where buffers come in the order of time.
void add_busy_time(std::vector<Interval>& intervals) {
  static std::uint64_t busy_until_ns = 0;
  std::sort(intervals.begin(), intervals.end());
  for (const auto& [start, end] : intervals) {
    const std::uint64_t from = std::max(start, busy_until_ns);
    if (end <= from) continue;
    process_record()->kernels_busy_ns += end - from;
    busy_until_ns = end;
  }
}

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(alignment, buffer_bytes));
  *size = *buffer == nullptr ? 0 : buffer_bytes;
  *most_records = 0;
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t,
                          std::size_t used_bytes) {
  {
    const std::scoped_lock lock(process_record().mutex());
    std::vector<Interval> intervals;
    CUpti_Activity* activity = nullptr;
    while (used_bytes > 0 && cupti().next_record(buffer, used_bytes, &activity) == CUPTI_SUCCESS) {
      record_activity(*activity, intervals);
    }
    add_busy_time(intervals);
  }
  std::free(buffer);
}

}  // namespace

const char* start_activity() {
  cupti().register_clock(now_ns);
  CUptiResult result = cupti().register_buffers(give_buffer, take_buffer);
  for (const auto kind : {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                          CUPTI_ACTIVITY_KIND_MEMSET, CUPTI_ACTIVITY_KIND_MEMORY2}) {
    if (result == CUPTI_SUCCESS) result = cupti().enable(kind);
  }
  return failure_text(result);
}

void watch_managed_memory() {
  static bool is_watched = false;
  if (std::exchange(is_watched, true)) return;
  CUpti_ActivityUnifiedMemoryCounterConfig counters[2] = {};
  counters[0].kind = CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_HTOD;
  counters[1].kind = CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOH;
  for (auto& counter : counters) {
    counter.scope = CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_PROCESS_SINGLE_DEVICE;
    counter.enable = 1;
  }
  const bool works = cupti().configure_managed(counters, 2) == CUPTI_SUCCESS &&
                     cupti().enable(CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER) == CUPTI_SUCCESS;
  const std::scoped_lock lock(process_record().mutex());
  process_record()->has_managed = works ? 1 : 0;
}

void flush_activity(bool all) {
  cupti().flush(all ? CUPTI_ACTIVITY_FLAG_FLUSH_FORCED : 0);
}

}  // namespace gpu_trace
