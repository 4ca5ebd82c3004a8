#include "runner/emulator/runtime/order/pending_works.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "runner/emulator/runtime/base/arena.hpp"
#include "runner/emulator/runtime/base/host_clocks.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/base/touched_pages.hpp"
#include "runner/emulator/runtime/memory/allocations.hpp"
#include "runner/emulator/runtime/memory/device_access.hpp"
#include "runner/emulator/runtime/memory/host_guard.hpp"
#include "runner/emulator/runtime/order/grid_accesses.hpp"
#include "runner/emulator/runtime/order/late_works.hpp"
#include "runner/emulator/runtime/report/allocation_text.hpp"
#include "runner/emulator/runtime/report/findings.hpp"
#include "runner/emulator/runtime/report/kernel_name.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {
namespace {

/// Older works are forgotten beyond this number, which loses findings and causes none. Each new work is
/// compared with all of them.
constexpr std::size_t most_ranges = 1u << 16, most_works = 1u << 9;
/// A loop repeats few works.
constexpr std::size_t most_compared = 8;

bool conflict(const WorkRange& one, const WorkRange& other) {
  return (one.writes || other.writes) && !(one.is_strong && other.is_strong);
}

/// The first two ranges that overlap, of which one is written.
std::optional<std::pair<WorkRange, WorkRange>> meeting(const std::vector<WorkRange>& some,
                                                       const std::vector<WorkRange>& others) {
  auto one = some.begin(), other = others.begin();
  while (one != some.end() && other != others.end()) {
    const bool meet = one->begin < other->end && other->begin < one->end;
    if (meet && conflict(*one, *other)) return std::pair{*one, *other};
    (one->end < other->end ? one : other)++;
  }
  return {};
}

std::string in_words(const WorkName& name) {
  return name.kernel ? joined("kernel ", kernel_name(name.kernel)) : name.call;
}

std::string in_words(const Work& work, const WorkRange& range) {
  return joined(in_words(work.name), range.writes ? " writes at " : " reads at ",
                to_text(place_of(range.code)));
}

std::string place_in_memory(const char* address) {
  const auto memory = Allocations::instance().holding(address);
  return memory ? where(*memory, address) : "of host memory";
}

bool are_apart(const Work& one, const Work& other) {
  return one.end <= other.ranges.front().begin || other.end <= one.ranges.front().begin;
}

bool is_known(const Work& work, const OrderClock& clock) {
  const auto known = clock.find(work.stream);
  return known != clock.end() && known->second >= work.number;
}

}  // namespace

PendingWorks& PendingWorks::instance() {
  static auto& works = []() -> PendingWorks& {
    if (LateWorks::instance()) before_device_access = [] { instance().finish_before(working_stream()); };
    return *new PendingWorks;
  }();
  return works;
}

void PendingWorks::follow_common_memory() {
  if (LateWorks::instance()) return;  // unordered work shows in what the program does
  const std::lock_guard lock(mutex_);
  if (std::exchange(follows_common_, true)) return;
  Allocations::instance();  // which reserves the arena
  const Arena& arena = Arena::instance();
  const char* end = arena.common_part() + arena.common_bytes();
  TouchedPages::instance().follow(arena.cells(arena.device_part()), arena.cells(arena.common_part()),
                                  arena.cells(end));
  HostGuard::instance().on_access([](const char* begin, const char* end_of, bool writes, const void* code) {
    return instance().check_host(begin, end_of, writes, code);
  });
}

void PendingWorks::follow_all_memory() {
  if (LateWorks::instance()) return;
  follow_common_memory();
  const std::lock_guard lock(mutex_);
  if (std::exchange(follows_all_, true)) return;
  const Arena& arena = Arena::instance();
  const RaceCell* all = arena.cells(arena.device_part());
  TouchedPages::instance().follow(all, all, arena.cells(arena.common_part() + arena.common_bytes()));
}

bool PendingWorks::follows(const void* address) const {
  if (follows_all_) return true;
  const Arena& arena = Arena::instance();
  return follows_common_ && arena.holds(address) && !arena.in_device_part(address);
}

void PendingWorks::make_non_blocking(StreamKey stream) {
  const std::lock_guard lock(mutex_);
  clocks_.make_non_blocking(stream);
}

void PendingWorks::destroy(StreamKey stream) {
  const std::lock_guard lock(mutex_);
  clocks_.destroy(stream);
}

/// A work that repeats an earlier one of its stream represents both.
bool PendingWorks::replaces_equal(const Work& work) {
  std::size_t compared = 0;
  for (auto earlier = works_.rbegin(); earlier != works_.rend() && compared < most_compared;
       ++earlier, ++compared) {
    if (earlier->stream != work.stream || earlier->name != work.name) continue;
    if (earlier->ranges != work.ranges) continue;
    earlier->number = work.number;
    return true;
  }
  return false;
}

void PendingWorks::check_streams(const Work& work, const OrderClock& after) const {
  for (const Work& other : works_) {
    if (other.stream == work.stream || is_known(other, after) || are_apart(work, other)) continue;
    const auto met = meeting(work.ranges, other.ranges);
    if (!met) continue;
    const auto& [own, others] = *met;
    if (!is_new_finding(FindingKind::unsynchronised_access, own.code)) continue;
    report(FindingKind::unsynchronised_access, own.code,
           joined(in_words(work.name), own.writes ? " writes memory " : " reads memory ",
                  place_in_memory(std::max(own.begin, others.begin)), ", which ", in_words(other, others),
                  " in another stream, with nothing that puts the two in order: is a cudaStreamWaitEvent() "
                  "missing?"));
  }
}

void PendingWorks::add(StreamKey stream, WorkName name, std::vector<WorkRange> ranges) {
  if (LateWorks::instance()) return;
  const std::lock_guard lock(mutex_);
  const std::uint64_t number = clocks_.begin_work(stream);
  if (ranges.empty()) return;
  std::sort(ranges.begin(), ranges.end(),
            [](const WorkRange& one, const WorkRange& other) { return one.begin < other.begin; });
  const auto last =
      std::max_element(ranges.begin(), ranges.end(),
                       [](const WorkRange& one, const WorkRange& other) { return one.end < other.end; });
  const char* end = last->end;
  Work work{stream, number, name, std::move(ranges), end};
  if (follows_all_) check_streams(work, clocks_.after(stream));
  if (replaces_equal(work)) return;
  ranges_ += work.ranges.size();
  works_.push_back(std::move(work));
  while (ranges_ > most_ranges || works_.size() > most_works) {
    ranges_ -= works_.front().ranges.size();
    works_.pop_front();
  }
  guard();
}

bool PendingWorks::leave_for_later(StreamKey stream, std::function<void()> work) {
  LateWorks* const late = LateWorks::instance();
  if (!late) return false;
  const std::lock_guard lock(mutex_);
  clocks_.begin_work(stream);
  late->put(stream, clocks_.after(stream), std::move(work));
  return true;
}

void PendingWorks::finish_before(StreamKey stream) {
  LateWorks* const late = LateWorks::instance();
  if (!late) return;
  const std::lock_guard lock(mutex_);
  late->finish(clocks_.enter(stream));
}

bool PendingWorks::is_done_by_now(StreamKey stream) {
  const std::lock_guard lock(mutex_);
  return is_done_by_now(OrderClock(before_end_of(stream)));
}

bool PendingWorks::is_done_by_now(const OrderClock& clock) {
  const std::lock_guard lock(mutex_);
  if (LateWorks* const late = LateWorks::instance()) return late->is_done_by_now(clock);
  return !host_clocks_count() || knows(clock);
}

/// Whether the host has been told all of `clock`; after this call, it has.
bool PendingWorks::knows(const OrderClock& clock) {
  const bool knows_all = std::all_of(clock.begin(), clock.end(), [&](const auto& done) {
    const auto known = known_.find(done.first);
    return known != known_.end() && known->second >= done.second;
  });
  join(known_, clock);
  return knows_all;
}

OrderClock PendingWorks::record(StreamKey stream) {
  const std::lock_guard lock(mutex_);
  return clocks_.enter(stream);
}

void PendingWorks::stream_waits(StreamKey stream, const OrderClock& clock) {
  const std::lock_guard lock(mutex_);
  clocks_.wait(stream, clock);
}

/// What precedes the end of the stream. Works of other streams precede the next one of a default stream, too, so
/// a wait for it counts as a command.
const OrderClock& PendingWorks::before_end_of(StreamKey stream) {
  return is_default_stream(stream) ? clocks_.enter(stream) : clocks_.after(stream);
}

/// What the host knows to be done precedes everything that it does later.
void PendingWorks::forget_known(const OrderClock& clock) {
  if (LateWorks* const late = LateWorks::instance()) {
    if (late->finish(OrderClock(clock)) && after_late_works) after_late_works();
  }
  if (host_clocks_count()) join(known_, clock);
  const auto before = works_.size();
  std::erase_if(works_, [&](const Work& work) { return is_known(work, clock); });
  const bool forgets = works_.size() != before;
  clocks_.host_knows(clock);
  if (!forgets) return;
  ranges_ = 0;
  for (const Work& work : works_) ranges_ += work.ranges.size();
  guard();
}

void PendingWorks::host_waits(const OrderClock& clock) {
  const std::lock_guard lock(mutex_);
  forget_known(clock);
}

void PendingWorks::host_waits_for_stream(StreamKey stream) {
  const std::lock_guard lock(mutex_);
  forget_known(before_end_of(stream));
}

void PendingWorks::host_waits_for_all() {
  const std::lock_guard lock(mutex_);
  if (LateWorks* const late = LateWorks::instance()) {
    if (late->finish_all() && after_late_works) after_late_works();
  }
  const OrderClock all = clocks_.after_all();
  if (host_clocks_count()) known_ = all;
  clocks_.host_knows(all);
  if (works_.empty()) return;
  works_.clear();
  ranges_ = 0;
  guard();
}

void PendingWorks::guard() const {
  const GuardTime time;
  if (!time.may_spend()) return HostGuard::instance().guard({});
  const Arena& arena = Arena::instance();
  std::vector<GuardedRange> guarded;
  for (const Work& work : works_) {
    for (const WorkRange& range : work.ranges) {
      if (!arena.holds(range.begin) || arena.in_device_part(range.begin)) continue;
      guarded.push_back({range.begin, range.end, range.writes});
    }
  }
  HostGuard::instance().guard(std::move(guarded));
}

bool PendingWorks::check_host(const char* begin, const char* end, bool writes, const void* code) {
  const std::lock_guard lock(mutex_);
  const std::vector<WorkRange> access{{begin, end, writes, false, code}};
  for (const Work& work : works_) {
    const auto met = meeting(access, work.ranges);
    if (!met) continue;
    const WorkRange& range = met->second;
    if (range.is_strong) {  // the host polls it, and so learns what the kernel has done
      const OrderClock learnt{{work.stream, work.number}};
      forget_known(learnt);
      return false;
    }
    if (!is_new_finding(FindingKind::unsynchronised_access, code)) return true;
    const void* own = place_of(code).file.empty() ? calling_code() : code;
    report(FindingKind::unsynchronised_access, own,
           joined("the host ", writes ? "writes memory " : "reads memory ", place_in_memory(begin),
                  ", which ", in_words(work, range),
                  ", without having waited for that: is a cudaDeviceSynchronize() or cudaStreamSynchronize() "
                  "missing?"));
    return true;
  }
  return false;
}

}  // namespace cuda_emulator
