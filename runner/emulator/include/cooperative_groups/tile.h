#pragma once

#include "lanes.h"
#include "thread_block.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cooperative_groups {

/// `Size` neighbouring lanes of a warp, as a part of the block or of a larger tile.
template <unsigned int Size, class Parent = thread_block>
class thread_block_tile : public lanes_group {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                "the emulated device has tiles of 1, 2, 4, 8, 16 and 32 threads");

 public:
  thread_block_tile() : lanes_group((~0u >> (32 - Size)) << (lane() & ~(Size - 1))) {}
  /// So that a function may take `thread_block_tile<32>` for a tile of anything.
  template <class OtherParent>
  thread_block_tile(const thread_block_tile<Size, OtherParent>&) : thread_block_tile() {}

  static constexpr unsigned int size() { return Size; }
  static constexpr unsigned int num_threads() { return Size; }
  unsigned int thread_rank() const { return lane() & (Size - 1); }
  unsigned int meta_group_size() const { return (Parent::num_threads() + Size - 1) / Size; }
  unsigned int meta_group_rank() const { return thread_block::thread_rank() / Size % meta_group_size(); }
};

template <unsigned int Size, class Parent>
thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}

}  // namespace cooperative_groups

CUDA_EMULATOR_DEVICE_CODE_END
