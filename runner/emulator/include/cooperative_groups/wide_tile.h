#pragma once

#include "../cuda_emulator/tiles.h"
#include "thread_block.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cooperative_groups {

/// A tile of several warps: 64 to 512 threads.
template <unsigned int Size>
class wide_tile {
 public:
  static void sync() { cuda_emulator::synchronise_tile(Size); }
  static constexpr unsigned int size() { return Size; }
  static constexpr unsigned int num_threads() { return Size; }
  static unsigned int thread_rank() { return thread_block::thread_rank() % Size; }

  /// Values of up to 32 bytes.
  template <class T>
  T shfl(T value, unsigned int rank) const {
    static_assert(sizeof(T) <= 32, "a shuffle moves at most 32 bytes");
    T result = value;
    cuda_emulator::exchange_in_tile(Size, &value, &result, sizeof value, rank % Size);
    return result;
  }
  int any(int predicate) const { return !all(!predicate); }
  int all(int predicate) const {
    int holds = predicate != 0;
    for (unsigned int distance = 1; distance < Size; distance *= 2)
      holds &= shfl(holds, thread_rank() ^ distance);
    return holds;
  }
};

}  // namespace cooperative_groups

CUDA_EMULATOR_DEVICE_CODE_END
