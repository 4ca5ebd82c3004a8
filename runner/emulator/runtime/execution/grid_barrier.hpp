#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

namespace cuda_emulator {

/// Where the blocks of a cooperative grid wait for each other: one OS thread of each.
class GridBarrier {
 public:
  explicit GridBarrier(std::uint64_t blocks) : blocks_(blocks) {}

  /// False when `is_over` held while waiting: then some blocks never come.
  bool wait(const std::function<bool()>& is_over);

 private:
  std::mutex mutex_;
  std::condition_variable all_came_;
  std::uint64_t blocks_, came_ = 0, round_ = 0;
};

}  // namespace cuda_emulator
