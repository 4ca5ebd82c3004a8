#pragma once

#include "../cuda_emulator/tiles.h"
#include "../cuda_runtime.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cooperative_groups {

/// All threads of a block.
class thread_block {
 public:
  static void sync() { __syncthreads(); }
  /// A barrier in two steps.
  class arrival_token {
    friend class thread_block;
    std::uint64_t phase;
  };
  static arrival_token barrier_arrive() {
    arrival_token token;
    token.phase = cuda_emulator::arrive_at_block_barrier();
    return token;
  }
  static void barrier_wait(arrival_token&& token) { cuda_emulator::wait_at_block_barrier(token.phase); }

  static unsigned int thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  static unsigned int num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned int size() { return num_threads(); }
  static dim3 group_index() { return dim3(blockIdx); }
  static dim3 thread_index() { return dim3(threadIdx); }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
};

inline thread_block this_thread_block() {
  return {};
}

/// Memory that tiles of several warps need on a device.
template <unsigned int MostThreads = 1024>
struct block_tile_memory {
  char bytes[MostThreads / 32 * 8];
};
template <unsigned int MostThreads>
thread_block this_thread_block(block_tile_memory<MostThreads>&) {
  return {};
}

template <class Group>
void sync(const Group& group) {
  group.sync();
}
template <class Group>
auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
auto group_size(const Group& group) {
  return group.size();
}

}  // namespace cooperative_groups

CUDA_EMULATOR_DEVICE_CODE_END
