#include "runner/emulator/runtime/order/copies.hpp"

#include <utility>
#include <vector>

#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/memory/allocations.hpp"
#include "runner/emulator/runtime/memory/host_registrations.hpp"
#include "runner/emulator/runtime/order/grid_accesses.hpp"
#include "runner/emulator/runtime/order/pending_works.hpp"

namespace cuda_emulator {
namespace {

bool is_devices_alone(const void* address) {
  return Arena::instance().in_device_part(address);
}

bool is_pinned(const void* address) {
  const auto memory = Allocations::instance().holding(address);
  return (memory && memory->kind == MemoryKind::pinned) || is_registered(address);
}

void append(std::vector<WorkRange>& ranges, const Rows& rows, bool writes, const void* code) {
  if (!PendingWorks::instance().follows(rows.begin) || is_pageable(rows.begin)) return;
  if (rows.count == 1 || rows.pitch == rows.row_bytes) {
    ranges.push_back({rows.begin, rows.begin + rows.row_bytes * rows.count, writes, false, code});
    return;
  }
  for (std::size_t row = 0; row < rows.count; ++row) {
    const char* begin = rows.begin + row * rows.pitch;
    ranges.push_back({begin, begin + rows.row_bytes, writes, false, code});
  }
}

}  // namespace

bool is_pageable(const void* address) {
  return !Arena::instance().holds(address) && !is_registered(address);
}

void note_copy(const RowsCopy& copy, bool to_device, const void* code) {
  PendingWorks& works = PendingWorks::instance();
  const Rows to{static_cast<const char*>(copy.to), copy.to_pitch, copy.row_bytes, copy.rows};
  const Rows from{static_cast<const char*>(copy.from), copy.from_pitch, copy.row_bytes, copy.rows};
  std::vector<WorkRange> ranges;
  append(ranges, to, true, code);
  append(ranges, from, false, code);
  works.add(working_stream(), {nullptr, "a copy"}, std::move(ranges));
  // A copy to pageable memory is complete when the call returns; so is a synchronous one, unless it stays on
  // the device.
  const bool stays = is_devices_alone(copy.to) && is_devices_alone(copy.from);
  const bool waits = is_in_stream() ? !to_device && is_pageable(copy.to) : !stays;
  if (waits) works.host_waits_for_stream(working_stream());
}

void note_filling(const Rows& rows, const char* call, const void* code) {
  std::vector<WorkRange> ranges;
  append(ranges, rows, true, code);
  PendingWorks::instance().add(working_stream(), {nullptr, call}, std::move(ranges));
  if (!is_in_stream() && is_pinned(rows.begin)) {
    PendingWorks::instance().host_waits_for_stream(working_stream());
  }
}

}  // namespace cuda_emulator
