#pragma once

#include "../cuda_emulator/cooperative_launch.h"
#include "thread_block.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cooperative_groups {

/// All threads of a grid that cudaLaunchCooperativeKernel started.
class grid_group {
 public:
  static bool is_valid() { return cuda_emulator::is_cooperative_grid(); }
  static void sync() { cuda_emulator::synchronise_grid(); }
  static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  static unsigned long long block_rank() {
    return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
  static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
  static unsigned long long size() { return num_threads(); }
  static dim3 group_dim() { return gridDim; }
  static dim3 dim_blocks() { return gridDim; }
  static dim3 block_index() { return dim3(blockIdx); }
};

inline grid_group this_grid() {
  return {};
}

}  // namespace cooperative_groups

CUDA_EMULATOR_DEVICE_CODE_END
