#include "runner/emulator/runtime/execution/workers.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "base/cores.hpp"
#include "runner/emulator/runtime/order/grid_accesses.hpp"
#include "runner/emulator/runtime/program/device_variables.hpp"
#include "runner/emulator/runtime/races/race_candidates.hpp"
#include "runner/emulator/runtime/races/store_sites.hpp"

namespace cuda_emulator {
namespace {

/// OS threads that help the launching one. They are created at the first launch that has work for them.
class Helpers {
 public:
  void run(Launch& launch) {
    {
      const std::lock_guard lock(mutex_);
      if (threads_.empty()) start();
      launch_ = &launch;
    }
    wake_.notify_all();
    Worker::here().run_blocks(launch);
    std::unique_lock lock(mutex_);
    launch_ = nullptr;
    idle_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  void start() {
    for (unsigned n = 1; n < worker_count(); ++n) threads_.emplace_back([this] { help(); }).detach();
  }

  void help() {
    std::unique_lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [this] { return launch_ && launch_->next_block < launch_->block_count; });
      Launch& launch = *launch_;
      ++busy_;
      lock.unlock();
      Worker::here().run_blocks(launch);
      lock.lock();
      if (--busy_ == 0) idle_.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, idle_;
  std::vector<std::thread> threads_;
  Launch* launch_ = nullptr;
  unsigned busy_ = 0;
};

/// The running grid; there is only one at a time.
class Grid {
 public:
  explicit Grid(Launch& launch) : launch_(launch), resident_(launch.most_resident), lock_(one_at_a_time()) {
    launch.resident = &resident_;
    Intervals::instance().on_wrap([] {
      Arena::instance().clear_cells();
      forget_accesses_to_variables();
    });
    Intervals::instance().begin_grid();
    StoreSites::instance().clear();
  }
  ~Grid() {
    resident_.join();
    RaceCandidates::instance().end_grid(launch_.kernel);
    const Intervals& intervals = Intervals::instance();
    note_grid(launch_.kernel, intervals.first_of_grid(), intervals.end_of_grid());
  }
  Grid(const Grid&) = delete;
  Grid& operator=(const Grid&) = delete;

 private:
  static std::mutex& one_at_a_time() {
    static std::mutex mutex;
    return mutex;
  }

  const Launch& launch_;
  ResidentBlocks resident_;
  const std::lock_guard<std::mutex> lock_;
};

}  // namespace

unsigned worker_count() {
  static const unsigned count = base::usable_core_count();
  return count;
}

void run_at_once(Launch& launch) {
  const Grid grid(launch);
  std::vector<std::thread> threads;
  for (std::uint64_t n = 0; n < launch.block_count; ++n) {
    threads.emplace_back([&launch] { Worker::here().run_blocks(launch); });
  }
  for (std::thread& thread : threads) thread.join();
}

void run_on_workers(Launch& launch) {
  // Never destroyed: the helpers outlive main().
  static auto& helpers = *new Helpers;
  const Grid grid(launch);
  if (launch.block_count == 1 || worker_count() == 1) {
    Worker::here().run_blocks(launch);
  } else {
    helpers.run(launch);
  }
}

}  // namespace cuda_emulator
