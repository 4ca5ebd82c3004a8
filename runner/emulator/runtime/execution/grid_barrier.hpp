#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

namespace cuda_emulator {

/// The point at which the blocks of a cooperative grid, one OS thread for each, wait for each other.
class GridBarrier {
 public:
  explicit GridBarrier(std::uint64_t blocks) : blocks_(blocks) {}

  /// False if `is_over` became true while waiting: then some blocks never arrive.
  bool wait(const std::function<bool()>& is_over);

 private:
  std::mutex mutex_;
  std::condition_variable all_came_;
  std::uint64_t blocks_, came_ = 0, round_ = 0;
};

}  // namespace cuda_emulator
