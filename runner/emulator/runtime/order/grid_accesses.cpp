#include "runner/emulator/runtime/order/grid_accesses.hpp"

#include <atomic>
#include <bit>
#include <utility>
#include <vector>

#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/program_image.hpp"
#include "runner/emulator/runtime/base/touched_pages.hpp"
#include "runner/emulator/runtime/order/pending_works.hpp"

namespace cuda_emulator {
namespace {

/// The maximum number of allocations that are tracked for one kernel.
constexpr std::size_t most_pieces = 1u << 14;

thread_local StreamKey stream_of_thread = 0;

std::atomic<StreamKey> threads_seen{0};
bool default_is_per_thread = false;

void append(std::vector<WorkRange>& ranges, const char* address, AccessStamp stamp) {
  // A cell records some bytes: those of the last access only.
  const auto first = static_cast<unsigned>(std::countr_zero(stamp.bytes()));
  const auto end = static_cast<unsigned>(std::bit_width(stamp.bytes()));
  const bool is_strong = stamp.strength() != AccessStrength::plain;
  const WorkRange range{address + first, address + end, stamp.is_write(), is_strong,
                        executable_image().data() + stamp.code()};
  if (!ranges.empty()) {
    WorkRange& last = ranges.back();
    const bool continues = last.end == range.begin && last.writes == range.writes;
    if (continues && last.is_strong == is_strong) {
      last.end = range.end;
      return;
    }
  }
  ranges.push_back(range);
}

}  // namespace

StreamKey stream_of_this_thread() {
  thread_local const StreamKey own = first_of_threads + threads_seen++;
  return own;
}

StreamKey default_stream() {
  return default_is_per_thread ? stream_of_this_thread() : legacy_stream;
}

void make_default_streams_per_thread() {
  default_is_per_thread = true;
}

void host_takes_part(StreamKey stream) {
  PendingWorks::instance().host_waits_for_stream(stream);
}

StreamKey working_stream() {
  return stream_of_thread ? stream_of_thread : default_stream();
}

bool is_in_stream() {
  return stream_of_thread != 0;
}

StreamScope::StreamScope(StreamKey stream) : before_(std::exchange(stream_of_thread, stream)) {}
StreamScope::~StreamScope() {
  stream_of_thread = before_;
}

void note_grid(const char* kernel, std::uint32_t first, std::uint32_t end) {
  const Arena& arena = Arena::instance();
  const char* begin = arena.device_part();
  std::vector<WorkRange> ranges;
  for (const std::size_t page : TouchedPages::instance().take()) {
    const char* address = begin + page * TouchedPages::page_bytes;
    const RaceCell* cell = arena.cells(address);
    for (std::size_t n = 0; n < TouchedPages::cells_of_page; ++n, ++cell) {
      const AccessStamp stamp = cell->load();
      if (stamp.interval() < first || stamp.interval() >= end) continue;
      append(ranges, address + n * RaceCell::covered_bytes, stamp);
    }
    if (ranges.size() > most_pieces) break;
  }
  PendingWorks::instance().add(working_stream(), {kernel, nullptr}, std::move(ranges));
}

}  // namespace cuda_emulator
