#include "runner/emulator/runtime/execution/block.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "runner/emulator/runtime/execution/divergence.hpp"
#include "runner/emulator/runtime/execution/warp_operations.hpp"

namespace cuda_emulator {
namespace {

std::uint32_t lane_bit(const Thread& thread) {
  return 1u << thread.number % lanes_of_warp;
}

}  // namespace

void Block::begin(dim3 extent, bool of_program) {
  const unsigned count = extent.x * extent.y * extent.z;
  if (extent.x != extent_.x || extent.y != extent_.y || extent.z != extent_.z) {
    extent_ = extent;
    unsigned number = 0;
    for (unsigned z = 0; z < extent.z; ++z) {
      for (unsigned y = 0; y < extent.y; ++y) {
        for (unsigned x = 0; x < extent.x; ++x, ++number) {
          threads_[number].index = uint3{x, y, z};
          threads_[number].number = number;
        }
      }
    }
  }
  for (unsigned number = 0; number < count; ++number) {
    threads_[number].fiber = nullptr;
    threads_[number].reached_end = of_program;
    threads_[number].at_block_scope = false;
  }
  warp_count_ = (count + lanes_of_warp - 1) / lanes_of_warp;
  for (unsigned warp = 0; warp < warp_count_; ++warp) {
    const unsigned lanes = std::min(count - warp * lanes_of_warp, lanes_of_warp);
    Warp& w = warps_[warp];
    w.live = w.ready = ~0u >> (lanes_of_warp - lanes);
    w.at_barrier = w.converging = 0;
    w.pending_count = 0;
  }
  ready_warps_ = ~0u >> (most_warps_of_block - warp_count_);
  live_ = count;
  reached_end_ = at_barrier_ = 0;
  has_passed_barrier_ = false;
  arriving_ = BarrierVotes();
}

Thread* Block::ready_lane(unsigned warp, unsigned after) {
  const std::uint32_t ready = warps_[warp].ready;
  const std::uint32_t later = ready & ~((2u << after) - 1);
  return &threads_[warp * lanes_of_warp + static_cast<unsigned>(std::countr_zero(later ? later : ready))];
}

Thread* Block::next_after(const Thread& current) {
  const unsigned warp = current.number / lanes_of_warp;
  if (warps_[warp].ready) return ready_lane(warp, current.number % lanes_of_warp);
  if (!ready_warps_ && (live_ == 0 || !untie())) return nullptr;
  const std::uint32_t later = ready_warps_ & ~((2u << warp) - 1);
  return ready_lane(static_cast<unsigned>(std::countr_zero(later ? later : ready_warps_)), lanes_of_warp - 1);
}

Thread& Block::next_in_turn(const Thread& current) {
  const unsigned warp = current.number / lanes_of_warp, lane = current.number % lanes_of_warp;
  if (warps_[warp].ready & ~((2u << lane) - 1)) return *ready_lane(warp, lane);
  const std::uint32_t later = ready_warps_ & ~((2u << warp) - 1);
  return *ready_lane(static_cast<unsigned>(std::countr_zero(later ? later : ready_warps_)),
                     lanes_of_warp - 1);
}

void Block::stop(Thread& thread) {
  Warp& warp = warp_of(thread);
  warp.ready &= ~lane_bit(thread);
  if (warp.ready) return;
  const unsigned number = thread.number / lanes_of_warp;
  ready_warps_ &= ~(1u << number);
  if (warp.converging) converge(number);
}

void Block::end(Thread& thread) {
  Warp& warp = warp_of(thread);
  warp.live &= ~lane_bit(thread);
  --live_;
  reached_end_ += thread.reached_end;
  thread.fiber = nullptr;
  if (warp.pending_count) complete_what_waits_for_nobody(thread.number / lanes_of_warp);
  stop(thread);
  if (at_barrier_ == 0) return;
  if (thread.reached_end) report_barrier_gone_around(barrier_site_, at_barrier_);
  if (at_barrier_ == live_) release_barrier();
}

bool Block::arrive_at_barrier(Thread& thread, int predicate) {
  arriving_.count += predicate != 0;
  arriving_.all &= predicate != 0;
  arriving_.any |= predicate != 0;
  if (at_barrier_ == 0) {
    barrier_site_ = thread.call_site;
    if (reached_end_) report_barrier_gone_around(barrier_site_, live_);
  } else if (barrier_site_ != thread.call_site) {
    report_different_barriers(barrier_site_, thread.call_site);
  }
  if (at_barrier_ + 1 == live_) {
    release_barrier();
    return false;
  }
  ++at_barrier_;
  warp_of(thread).at_barrier |= lane_bit(thread);
  stop(thread);
  return true;
}

void Block::release_barrier() {
  for (unsigned number = 0; number < warp_count_; ++number) {
    Warp& warp = warps_[number];
    if (!warp.at_barrier) continue;
    warp.ready |= warp.at_barrier;
    warp.at_barrier = 0;
    ready_warps_ |= 1u << number;
  }
  has_passed_barrier_ = true;
  shared_races_->pass_barrier();
  global_races_->pass_barrier();
  if (counter_) counter_->pass_barrier(warp_count_);
  at_barrier_ = 0;
  result_ = arriving_;
  arriving_ = BarrierVotes();
}

bool Block::arrive_at_operation(Thread& thread, WarpOperation operation, std::uint32_t mask) {
  Warp& warp = warp_of(thread);
  const unsigned number = thread.number / lanes_of_warp;
  const std::uint32_t lane = lane_bit(thread);
  unsigned at = 0;
  while (at < warp.pending_count &&
         (warp.pending[at].operation != operation || warp.pending[at].mask != mask)) {
    ++at;
  }
  if (at == warp.pending_count) warp.pending[warp.pending_count++] = {operation, mask, 0};
  warp.pending[at].arrived |= lane;
  if ((mask & warp.live & ~warp.pending[at].arrived) == 0) {
    complete(number, at);
    return false;
  }
  stop(thread);
  return true;
}

void Block::complete(unsigned number, unsigned at) {
  Warp& warp = warps_[number];
  const PendingOperation done = warp.pending[at];
  warp.pending[at] = warp.pending[--warp.pending_count];
  run_operation(done.operation, done.arrived, &threads_[number * lanes_of_warp]);
  if (done.operation == WarpOperation::synchronise) {
    shared_races_->pass_warp_barrier(number, done.arrived);
    global_races_->pass_warp_barrier(number);
  }
  warp.ready |= done.arrived;
  ready_warps_ |= 1u << number;
}

void Block::complete_what_waits_for_nobody(unsigned number) {
  Warp& warp = warps_[number];
  for (unsigned at = warp.pending_count; at-- > 0;) {
    if ((warp.pending[at].mask & warp.live & ~warp.pending[at].arrived) == 0) complete(number, at);
  }
}

void Block::arrive_at_convergence(Thread& thread) {
  warp_of(thread).converging |= lane_bit(thread);
  stop(thread);
}

/// No other lane of the warp can run: those that ask at the same place are active together. The first place
/// in the code goes first, so that lanes that are behind catch up.
void Block::converge(unsigned number) {
  Warp& warp = warps_[number];
  Thread* lanes = &threads_[number * lanes_of_warp];
  const void* place = lanes[std::countr_zero(warp.converging)].call_site;
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    if (warp.converging >> lane & 1) place = std::min(place, lanes[lane].call_site, std::less<>());
  }
  std::uint32_t together = 0;
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    if ((warp.converging >> lane & 1) && lanes[lane].call_site == place) together |= 1u << lane;
  }
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    if (together >> lane & 1) lanes[lane].result = together;
  }
  warp.converging &= ~together;
  warp.ready |= together;
  ready_warps_ |= 1u << number;
}

/// Every live thread waits, but for different things. A device would hang here, or continue with what it has;
/// this one continues.
bool Block::untie() {
  for (unsigned number = 0; number < warp_count_; ++number) {
    if (warps_[number].pending_count) {
      report_incomplete_warp_operation(threads_[number * lanes_of_warp], warps_[number].pending[0],
                                       warps_[number]);
      complete(number, 0);
      return true;
    }
  }
  if (at_barrier_) release_barrier();
  return ready_warps_ != 0;
}

}  // namespace cuda_emulator
