#include "runner/emulator/include/cuda_emulator/functions.h"

#include <algorithm>
#include <cstdint>

#include "runner/emulator/include/cuda_emulator/errors.h"
#include "runner/emulator/runtime/api/launch_limits.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/base/limits.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/execution/launch_options.hpp"

namespace cuda_emulator {
namespace {

int blocks_at_once(unsigned threads, std::size_t shared_bytes) {
  if (threads == 0 || threads > most_threads_of_block || shared_bytes > most_shared_bytes) return 0;
  unsigned blocks = std::min(most_threads_of_block / threads, most_blocks_of_multiprocessor);
  if (shared_bytes) blocks = std::min(blocks, static_cast<unsigned>(most_shared_bytes / shared_bytes));
  return static_cast<int>(blocks);
}

}  // namespace

cudaError_t function_attributes(cudaFuncAttributes* attributes) {
  if (!attributes) return record_error(cudaErrorInvalidValue);
  *attributes = {};
  attributes->maxThreadsPerBlock = most_threads_of_block;
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion = 75;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(shared_bytes_without_opt_in);
  return record_error(cudaSuccess);
}

cudaError_t resident_blocks(int* blocks, int block_size, std::size_t shared_bytes) {
  if (!blocks || block_size <= 0) return record_error(cudaErrorInvalidValue);
  *blocks = blocks_at_once(static_cast<unsigned>(block_size), shared_bytes);
  return record_error(cudaSuccess);
}

cudaError_t allow_shared_bytes(int bytes) {
  if (bytes < 0 || static_cast<std::size_t>(bytes) > most_shared_bytes)
    return record_error(cudaErrorInvalidValue);
  raise_shared_bytes_limit(static_cast<std::size_t>(bytes));
  return record_error(cudaSuccess);
}

cudaError_t begin_cooperative_launch(dim3 grid, dim3 block, std::size_t shared_bytes) {
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  const std::uint64_t threads = std::uint64_t{block.x} * block.y * block.z;
  if (threads > most_threads_of_block) {
    return record_error(cudaErrorInvalidValue, nullptr,
                        exceeded_limit(LaunchShape(grid, block, shared_bytes), most_shared_bytes));
  }
  const int at_once = blocks_at_once(static_cast<unsigned>(threads), shared_bytes);
  if (blocks > static_cast<unsigned>(at_once) * multiprocessors) {
    return record_error(cudaErrorCooperativeLaunchTooLarge, nullptr,
                        joined(blocks, " blocks, at most ", static_cast<unsigned>(at_once) * multiprocessors,
                               " run at once"));
  }
  make_next_launch_cooperative();
  return cudaSuccess;
}

cudaError_t launch_result() {
  return cudaPeekAtLastError();
}

}  // namespace cuda_emulator
