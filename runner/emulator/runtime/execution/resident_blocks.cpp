#include "runner/emulator/runtime/execution/resident_blocks.hpp"

#include <sched.h>

#include <bit>
#include <system_error>

#include "base/clock.hpp"
#include "runner/emulator/runtime/execution/worker.hpp"

namespace cuda_emulator {
namespace {

constexpr std::uint64_t turns_before_help = 4;
constexpr std::uint64_t turns_between_looks = 16;
constexpr std::uint64_t turns_between_yields = 8;
constexpr std::int64_t least_ns = base::nanoseconds_per_second;

}  // namespace

void ResidentBlocks::enter(const Worker& worker, unsigned threads) {
  const std::lock_guard lock(mutex_);
  Turns turns;
  turns.of_all_threads = 2 * threads + 2;
  workers_[&worker] = turns;
  look_ns_ = 0;
}

void ResidentBlocks::leave(const Worker& worker) {
  const std::lock_guard lock(mutex_);
  workers_.erase(&worker);
  look_ns_ = 0;
}

void ResidentBlocks::set_at_grid_barrier(const Worker& worker, bool is_there) {
  const std::lock_guard lock(mutex_);
  workers_[&worker].at_grid_barrier = is_there;
  look_ns_ = 0;
}

void ResidentBlocks::start_another(Launch& launch) {
  if (workers_.size() >= most_ || launch.next_block >= launch.block_count) return;
  if (started_.size() >= most_) return;
  try {
    started_.emplace_back([&launch] { Worker::here().run_blocks(launch); });
  } catch (const std::system_error&) {
    // This process cannot have more threads: the existing ones continue.
  }
}

bool ResidentBlocks::take_turn(const Worker& worker, std::uint64_t changes, Launch& launch) {
  std::uint64_t quiet = 0;
  bool wait = false, over = false;
  {
    const std::lock_guard lock(mutex_);
    Turns& turns = workers_[&worker];
    ++turns.count;
    if (turns.changes != changes) {
      turns.changes = changes;
      turns.of_change = turns.count;
    }
    quiet = turns.count - turns.of_change;
    wait = quiet >= turns_before_help;
    if (wait && std::has_single_bit(quiet)) start_another(launch);
    if (wait && quiet % turns_between_looks == 0) over = all_wait();
  }
  if (wait && quiet % turns_between_yields == 0) sched_yield();
  return over;
}

/// Whether nothing has changed for long, while each thread of every worker had its turns.
bool ResidentBlocks::all_wait() {
  const std::int64_t now_ns = base::process_cpu_ns();
  bool all_had_turns = true;
  for (const auto& [worker, turns] : workers_) {
    if (turns.at_grid_barrier) continue;
    if (look_ns_ == 0 || turns.of_change > turns.at_look) {
      for (auto& [other, theirs] : workers_) theirs.at_look = theirs.count;
      look_ns_ = now_ns;
      return false;
    }
    all_had_turns &= turns.count - turns.at_look >= turns.of_all_threads;
  }
  return all_had_turns && now_ns - look_ns_ >= least_ns;
}

void ResidentBlocks::join() {
  for (;;) {
    std::vector<std::thread> threads;
    {
      const std::lock_guard lock(mutex_);
      threads.swap(started_);
    }
    if (threads.empty()) return;
    for (std::thread& thread : threads) thread.join();
  }
}

}  // namespace cuda_emulator
