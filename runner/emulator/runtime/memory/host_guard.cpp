#include "runner/emulator/runtime/memory/host_guard.hpp"

#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "runner/emulator/runtime/base/arena.hpp"

namespace cuda_emulator {
namespace {

using Clock = GuardTime::Clock;

constexpr std::uintptr_t guarded_page_bytes = 4096;
constexpr greg_t trap_flag = 0x100;
constexpr Clock::duration guard_always_spent = std::chrono::milliseconds(30);
constexpr int guard_least_ratio = 30;
/// The approximate cost of the signals of one access.
constexpr Clock::duration step_cost = std::chrono::microseconds(4);

std::atomic<Clock::rep> guard_spent{0};

/// The pages that this thread has open for one instruction.
struct Steps {
  std::array<const char*, 8> pages;
  std::size_t count;
};
thread_local Steps steps;

const char* page_of(const char* address) {
  return reinterpret_cast<const char*>(reinterpret_cast<std::uintptr_t>(address) / guarded_page_bytes *
                                       guarded_page_bytes);
}

void protect(const char* begin, const char* end, int protection) {
  mprotect(const_cast<char*>(begin), static_cast<std::size_t>(end - begin), protection);
}

/// The ranges in whole pages, without overlaps among those of one kind.
std::vector<GuardedRange> in_pages(std::vector<GuardedRange> ranges) {
  for (GuardedRange& range : ranges) {
    range.begin = page_of(range.begin);
    range.end = page_of(range.end - 1) + guarded_page_bytes;
  }
  std::sort(ranges.begin(), ranges.end(), [](const GuardedRange& one, const GuardedRange& other) {
    return std::pair{one.closed, one.begin} < std::pair{other.closed, other.begin};
  });
  std::vector<GuardedRange> merged;
  for (const GuardedRange& range : ranges) {
    if (!merged.empty() && merged.back().closed == range.closed && range.begin <= merged.back().end) {
      merged.back().end = std::max(merged.back().end, range.end);
    } else {
      merged.push_back(range);
    }
  }
  return merged;  // closed ranges come last, and so take precedence
}

}  // namespace

void GuardTime::add(Clock::duration time) {
  guard_spent.fetch_add(time.count(), std::memory_order_relaxed);
}

bool GuardTime::may_spend() {
  static const auto program_begin = Clock::now();
  const Clock::duration allowed = guard_always_spent + (Clock::now() - program_begin) / guard_least_ratio;
  return guard_spent.load(std::memory_order_relaxed) < allowed.count();
}

HostGuard& HostGuard::instance() {
  static auto& guard = *new HostGuard;
  return guard;
}

void HostGuard::on_access(OnAccess asked) {
  const std::lock_guard lock(mutex_);
  const Arena& arena = Arena::instance();
  if (!states_) states_ = new ZeroedArray<State>(arena.common_bytes() / guarded_page_bytes + 1);
  on_access_ = asked;
}

bool HostGuard::is_common(const char* address) const {
  const Arena& arena = Arena::instance();
  return on_access_ && arena.holds(address) && !arena.in_device_part(address);
}

HostGuard::State& HostGuard::state_of(const char* address) {
  return (*states_)[static_cast<std::size_t>(address - Arena::instance().common_part()) / guarded_page_bytes];
}

void HostGuard::set_state(const char* begin, const char* end, State state) {
  std::fill_n(&state_of(begin), static_cast<std::size_t>(end - begin) / guarded_page_bytes, state);
}

void HostGuard::unprotect() {
  if (applied_.empty()) return;
  const char *begin = applied_.front().begin, *end = applied_.front().end;
  for (const GuardedRange& range : applied_) {
    set_state(range.begin, range.end, State::open);
    begin = std::min(begin, range.begin);
    end = std::max(end, range.end);
  }
  protect(begin, end, PROT_READ | PROT_WRITE);
  applied_.clear();
}

void HostGuard::apply() {
  unprotect();
  if (!GuardTime::may_spend()) return;
  for (const GuardedRange& range : wanted_) {
    protect(range.begin, range.end, range.closed ? PROT_NONE : PROT_READ);
    set_state(range.begin, range.end, range.closed ? State::closed : State::read_only);
  }
  applied_ = wanted_;
}

void HostGuard::guard(std::vector<GuardedRange> ranges) {
  const std::lock_guard lock(mutex_);
  wanted_ = in_pages(std::move(ranges));
  if (!is_open_ && !(wanted_.empty() && applied_.empty())) apply();
}

void HostGuard::open() {
  const std::lock_guard lock(mutex_);
  is_open_ = true;
  if (applied_.empty()) return;
  const GuardTime time;
  unprotect();
}

void HostGuard::close() {
  const std::lock_guard lock(mutex_);
  is_open_ = false;
  if (wanted_.empty()) return;
  const GuardTime time;
  apply();
}

bool HostGuard::handle_fault(const char* address, bool tells, const void* code, void* opaque) {
  if (!is_common(address)) return false;
  auto& context = static_cast<ucontext_t*>(opaque)->uc_mcontext;
  const bool writes = context.gregs[REG_ERR] & 2;
  const bool found = tells && on_access_(address, address + 1, writes, code);
  const std::lock_guard lock(mutex_);
  State& state = state_of(address);
  if (state == State::open) return true;  // by another thread, or because no work is pending any more
  const char* page = page_of(address);
  protect(page, page + guarded_page_bytes, PROT_READ | PROT_WRITE);
  if (found || !tells || !GuardTime::may_spend() || steps.count == steps.pages.size()) {
    state = State::open;
    return true;
  }
  GuardTime::add(step_cost);
  steps.pages[steps.count++] = page;
  context.gregs[REG_EFL] |= trap_flag;
  return true;
}

void HostGuard::end_step(void* opaque) {
  static_cast<ucontext_t*>(opaque)->uc_mcontext.gregs[REG_EFL] &= ~trap_flag;
  const std::lock_guard lock(mutex_);
  for (std::size_t n = 0; n < steps.count; ++n) {
    const State state = state_of(steps.pages[n]);
    if (is_open_ || state == State::open) continue;
    protect(steps.pages[n], steps.pages[n] + guarded_page_bytes,
            state == State::closed ? PROT_NONE : PROT_READ);
  }
  steps.count = 0;
}

void HostGuard::let_through(const char* begin, std::size_t bytes, bool writes, const void* code) {
  if (!bytes || !is_common(begin) || !is_common(begin + bytes - 1)) return;
  on_access_(begin, begin + bytes, writes, code);
  const std::lock_guard lock(mutex_);
  for (const char* page = page_of(begin); page < begin + bytes; page += guarded_page_bytes) {
    State& state = state_of(page);
    if (state == State::open) continue;
    protect(page, page + guarded_page_bytes, PROT_READ | PROT_WRITE);
    state = State::open;
  }
}

}  // namespace cuda_emulator
