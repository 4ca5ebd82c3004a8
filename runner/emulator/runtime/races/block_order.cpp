#include "runner/emulator/runtime/races/block_order.hpp"

#include <algorithm>

namespace cuda_emulator {

void BlockOrder::begin_block(std::uint64_t block, unsigned threads) {
  block_ = static_cast<std::uint32_t>(block);
  thread_count_ = threads;
  warp_count_ = (threads + lanes_of_warp - 1) / lanes_of_warp;
  listened_ = latest_listened_ = 0;
  std::fill_n(threads_.begin(), threads, Own());
  unpublished_.clear();
  begin_phase();
  first_ = phase_;
}

void BlockOrder::make(std::uint32_t interval, std::uint32_t warp_step) {
  Interval& made = Intervals::instance()[interval];
  made.block = block_;
  made.phase = phase_;
  made.warp_step = warp_step;
  made.published.store(0, std::memory_order_relaxed);
}

void BlockOrder::begin_phase() {
  phase_ = Intervals::instance().take(warp_count_);
  for (unsigned warp = 0; warp < warp_count_; ++warp) {
    const std::uint32_t interval = phase_ ? phase_ + warp : 0;
    Step& step = warps_[warp];
    step.interval = interval;
    step.listened = step.latest_listened = listened_;
    step.unpublished.clear();
    step.of_threads.clear();
    if (interval) make(interval, interval);
  }
}

void BlockOrder::end_phase() {
  listened_ = latest_listened_;
  if (!phase_) return;
  unpublished_.emplace_back(phase_, warp_count_);
  for (unsigned warp = 0; warp < warp_count_; ++warp) {
    const Step& step = warps_[warp];
    if (step.interval != phase_ + warp) unpublished_.emplace_back(step.interval, 1);
    for (const std::uint32_t interval : step.unpublished) unpublished_.emplace_back(interval, 1);
    for (const std::uint32_t interval : step.of_threads) unpublished_.emplace_back(interval, 1);
  }
}

void BlockOrder::pass_barrier() {
  end_phase();
  begin_phase();
}

void BlockOrder::pass_grid_barrier() {
  listened_ = latest_listened_;
  unpublished_.clear();
  begin_phase();
  first_ = phase_;
}

void BlockOrder::pass_warp_barrier(unsigned warp) {
  Step& step = warps_[warp];
  step.listened = step.latest_listened;
  const std::uint32_t next = step.interval ? Intervals::instance().take(1) : 0;
  if (!next) return;
  step.unpublished.push_back(step.interval);
  step.unpublished.insert(step.unpublished.end(), step.of_threads.begin(), step.of_threads.end());
  step.of_threads.clear();
  step.interval = next;
  make(next, next);
}

void BlockOrder::publish(unsigned thread) {
  Own& own = threads_[thread];
  own.fenced = false;
  const std::uint32_t current = interval(thread);
  if (!current) return;
  Intervals& intervals = Intervals::instance();
  Step& step = warps_[thread / lanes_of_warp];
  const std::uint32_t next = intervals.take(1);
  const std::uint32_t time = intervals.next_time();
  const auto publish_all = [&](std::uint32_t number) {
    std::uint32_t none = 0;
    intervals[number].published.compare_exchange_strong(none, time);
  };
  for (const auto& [first, count] : unpublished_) {
    for (std::uint32_t number = first; number < first + count; ++number) publish_all(number);
  }
  unpublished_.clear();
  for (const std::uint32_t number : step.unpublished) publish_all(number);
  step.unpublished.clear();
  if (current == step.interval) {
    intervals.publish_of_thread(current, thread, time);
  } else {
    publish_all(current);
  }
  if (!next) return;
  own.warp_step = step.interval;
  own.interval = next;
  step.of_threads.push_back(next);
  make(next, step.interval);
}

void BlockOrder::listen(unsigned thread) {
  const std::uint32_t now = Intervals::instance().now();
  threads_[thread].listened = warps_[thread / lanes_of_warp].latest_listened = latest_listened_ = now;
}

std::uint32_t BlockOrder::listened(unsigned thread) const {
  return std::max({threads_[thread].listened, warps_[thread / lanes_of_warp].listened, listened_});
}

bool BlockOrder::in_order(AccessStamp earlier, unsigned thread) const {
  Intervals& intervals = Intervals::instance();
  const std::uint32_t current = interval(thread);
  if (!current) return true;
  const Interval& before = intervals[earlier.interval()];
  const Interval& now = intervals[current];
  if (before.block == now.block) {
    if (before.phase != now.phase || earlier.thread() == thread) return true;
    const bool same_warp = earlier.thread() / lanes_of_warp == thread / lanes_of_warp;
    if (same_warp && before.warp_step != now.warp_step) return true;
  }
  const std::uint32_t published = intervals.published(earlier.interval(), earlier.thread());
  return published && published <= listened(thread);
}

}  // namespace cuda_emulator
