#pragma once

#include "coalesced.h"
#include "lanes.h"
#include "thread_block.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cooperative_groups {

/// Any group within a block: for functions that accept every kind of group, and for tiles whose size is
/// computed at run time.
class thread_group {
 public:
  thread_group(const thread_block&) {}
  thread_group(const lanes_group& group) : lanes_(group.lanes()) {}

  void sync() const { lanes_ ? as_lanes().sync() : thread_block::sync(); }
  unsigned long long thread_rank() const {
    return lanes_ ? as_lanes().thread_rank() : thread_block::thread_rank();
  }
  unsigned long long num_threads() const {
    return lanes_ ? as_lanes().num_threads() : thread_block::num_threads();
  }
  unsigned long long size() const { return num_threads(); }
  /// 0 for the whole block.
  unsigned int lanes() const { return lanes_; }

 private:
  coalesced_group as_lanes() const { return coalesced_group(lanes_); }

  unsigned int lanes_ = 0;
};

/// The threads of `parent` whose rank divided by `size` equals this thread's. `size` is a power of two up to
/// 32.
inline thread_group tiled_partition(const thread_group& parent, unsigned int size) {
  const auto first = static_cast<unsigned int>(parent.thread_rank()) / size * size;
  unsigned int all = parent.lanes() ? parent.lanes() : ~0u,
               rank = parent.lanes() ? 0 : thread_block::thread_rank() / 32 * 32;
  unsigned int tile = 0;
  for (; all; all &= all - 1, ++rank) {
    if (rank / size * size == first) tile |= all & -all;
  }
  return coalesced_group(tile);
}

}  // namespace cooperative_groups

CUDA_EMULATOR_DEVICE_CODE_END
