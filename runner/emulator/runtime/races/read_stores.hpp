#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace cuda_emulator {

/// The places in the code that have stored a value which another thread of the same grid has read. Places
/// that share a slot count as one.
class ReadStores {
 public:
  static ReadStores& instance() { return instance_; }

  void note(std::uint32_t code) { slot(code).store(true, std::memory_order_relaxed); }
  bool has(std::uint32_t code) { return slot(code).load(std::memory_order_relaxed); }

 private:
  static constexpr unsigned count = 1 << 14;

  std::atomic<bool>& slot(std::uint32_t code) { return slots_[code / 2 % count]; }

  static ReadStores instance_;
  std::array<std::atomic<bool>, count> slots_{};
};

inline constinit ReadStores ReadStores::instance_;

}  // namespace cuda_emulator
