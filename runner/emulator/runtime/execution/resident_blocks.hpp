#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

namespace cuda_emulator {

struct Launch;
class Worker;

/// The blocks of a grid that are on the device, each run by a worker. A device lets all resident blocks make
/// progress, so when blocks wait for others, more workers start. When all only wait, the grid cannot end by
/// itself.
class ResidentBlocks {
 public:
  /// `most`: how many a device would hold.
  explicit ResidentBlocks(std::uint64_t most) : most_(most) {}

  /// Called when a worker starts to run blocks of `threads` threads, or stops.
  void enter(const Worker& worker, unsigned threads);
  void leave(const Worker& worker);
  /// Called when the worker starts to wait at the barrier of the grid, or stops.
  void set_at_grid_barrier(const Worker& worker, bool is_there);

  /// Called when a thread of the worker has repeated operations that wait for others: one turn. `changes`
  /// counts what its threads have changed. True if no thread of the grid can ever continue.
  bool take_turn(const Worker& worker, std::uint64_t changes, Launch& launch);

  /// Waits until all started workers have stopped.
  void join();

 private:
  struct Turns {
    std::uint64_t count = 0, changes = 0;
    std::uint64_t of_change = 0;  ///< time of the last change
    std::uint64_t at_look = 0;
    std::uint64_t of_all_threads = 0;  ///< turns after which each thread has had some
    bool at_grid_barrier = false;
  };

  void start_another(Launch& launch);
  bool all_wait();

  const std::uint64_t most_;
  std::mutex mutex_;
  std::map<const Worker*, Turns> workers_;
  std::vector<std::thread> started_;
  std::int64_t look_ns_ = 0;  ///< when all started to wait, in CPU time; 0 if they do not
};

}  // namespace cuda_emulator
