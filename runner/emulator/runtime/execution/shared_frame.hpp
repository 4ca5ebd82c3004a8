#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "runner/emulator/runtime/base/checked_range.hpp"
#include "runner/emulator/runtime/program/rows.hpp"

namespace cuda_emulator {

/// The shared memory of the blocks that one OS thread runs, one after another: variables of that thread,
/// placed by the front end, and an area for dynamic shared memory.
class SharedFrame {
 public:
  /// The frame of the calling OS thread.
  SharedFrame();
  ~SharedFrame();
  SharedFrame(const SharedFrame&) = delete;
  SharedFrame& operator=(const SharedFrame&) = delete;

  /// All variables of the OS thread. Those that no block uses now are unallocated.
  const CheckedRange& range() const { return range_; }

  /// Prepares the shared memory of the next launch's blocks: the variables of `kernel`, if there is one, and
  /// `dynamic_bytes`.
  void begin_launch(const KernelRow* kernel, std::size_t dynamic_bytes);

  /// Marks the shared memory as unwritten for a new block.
  void begin_block() const {
    for (const auto memory : used_) range_.set_states(memory.data(), memory.size(), ByteState::allocated);
  }

  const std::vector<std::span<char>>& used() const { return used_; }

  /// The start of dynamic shared memory, even if there is none.
  static void* dynamic();
  /// Whether `address` is in dynamic shared memory although the launch requested none.
  bool in_missing_dynamic(const void* address) const;

 private:
  CheckedRange range_;
  std::unique_ptr<std::uint8_t[]> states_;
  std::vector<std::span<char>> used_;
  const KernelRow* kernel_ = nullptr;
  std::size_t dynamic_bytes_ = 0;
};

}  // namespace cuda_emulator
