#pragma once

#include <type_traits>

#include "lanes.h"
#include "thread_block.h"
#include "wide_tile.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cooperative_groups {

/// `Size` neighbouring lanes of a warp.
template <unsigned int Size>
class lanes_tile : public lanes_group {
 public:
  lanes_tile() : lanes_group((~0u >> (32 - Size)) << (lane() & ~(Size - 1))) {}
  static constexpr unsigned int size() { return Size; }
  static constexpr unsigned int num_threads() { return Size; }
  unsigned int thread_rank() const { return lane() & (Size - 1); }
};

/// `Size` neighbouring threads, as a part of the block or of a larger tile.
template <unsigned int Size, class Parent = thread_block>
class thread_block_tile : public std::conditional_t<Size <= 32, lanes_tile<Size>, wide_tile<Size>> {
  static_assert(Size >= 1 && Size <= 512 && (Size & (Size - 1)) == 0,
                "the size of a tile is a power of two, at most 512");

 public:
  thread_block_tile() = default;
  /// Converts to the tile without a parent type, so that a function may take `thread_block_tile<32>` for any
  /// tile.
  template <class OtherParent>
  thread_block_tile(const thread_block_tile<Size, OtherParent>&) {}

  unsigned int meta_group_size() const { return (Parent::num_threads() + Size - 1) / Size; }
  unsigned int meta_group_rank() const { return thread_block::thread_rank() / Size % meta_group_size(); }
};

template <unsigned int Size, class Parent>
thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}

}  // namespace cooperative_groups

CUDA_EMULATOR_DEVICE_CODE_END
