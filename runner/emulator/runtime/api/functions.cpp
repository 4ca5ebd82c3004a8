#include "runner/emulator/include/cuda_emulator/functions.h"

#include <algorithm>
#include <cstdint>

#include "runner/emulator/runtime/api/launch_limits.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/base/limits.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/execution/launch_options.hpp"
#include "runner/emulator/runtime/program/tables.hpp"

namespace cuda_emulator {
namespace {

int blocks_at_once(unsigned threads, std::size_t shared_bytes) {
  if (threads == 0 || threads > most_threads_of_block || shared_bytes > most_shared_bytes) return 0;
  // Registers and threads are allocated to whole warps.
  const unsigned lanes = (threads + lanes_of_warp - 1) / lanes_of_warp * lanes_of_warp;
  const unsigned blocks = std::min(most_threads_of_multiprocessor / lanes, most_blocks_of_multiprocessor);
  const std::size_t bytes = shared_bytes + reserved_shared_bytes_of_block;
  return static_cast<int>(std::min<std::size_t>(blocks, shared_bytes_of_multiprocessor / bytes));
}

}  // namespace

cudaError_t function_attributes(cudaFuncAttributes* attributes, const void* kernel) {
  if (!attributes) return record_error(cudaErrorInvalidValue);
  const KernelRow* row = kernel_of(kernel);
  if (!row) return record_error(cudaErrorInvalidDeviceFunction);
  *attributes = {};
  attributes->preferredShmemCarveout = -1;
  attributes->sharedSizeBytes = static_shared_bytes(*row);
  attributes->maxThreadsPerBlock =
      row->max_threads ? static_cast<int>(row->max_threads) : int{most_threads_of_block};
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion = 10 * capability_major + capability_minor;
  attributes->maxDynamicSharedSizeBytes =
      static_cast<int>(shared_bytes_limit(row) - attributes->sharedSizeBytes);
  return record_error(cudaSuccess);
}

cudaError_t resident_blocks(int* blocks, const void* kernel, int block_size, std::size_t shared_bytes) {
  if (!blocks || block_size <= 0) return record_error(cudaErrorInvalidValue);
  const KernelRow* row = kernel_of(kernel);
  if (!row) return record_error(cudaErrorInvalidDeviceFunction);
  *blocks = blocks_at_once(static_cast<unsigned>(block_size), static_shared_bytes(*row) + shared_bytes);
  return record_error(cudaSuccess);
}

cudaError_t shared_bytes_left(std::size_t* bytes, const void* kernel, int blocks) {
  if (!bytes || blocks <= 0) return record_error(cudaErrorInvalidValue);
  const KernelRow* row = kernel_of(kernel);
  if (!row) return record_error(cudaErrorInvalidDeviceFunction);
  const std::size_t of_block = shared_bytes_of_multiprocessor / static_cast<std::size_t>(blocks);
  const std::size_t taken = reserved_shared_bytes_of_block + static_shared_bytes(*row);
  *bytes = std::min(most_shared_bytes - static_shared_bytes(*row), of_block > taken ? of_block - taken : 0);
  return record_error(cudaSuccess);
}

cudaError_t set_function_attribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  const KernelRow* row = kernel_of(kernel);
  if (!row) return record_error(cudaErrorInvalidDeviceFunction);
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return record_error(cudaSuccess);
  if (value < 0 || static_cast<std::size_t>(value) + static_shared_bytes(*row) > most_shared_bytes) {
    return record_error(cudaErrorInvalidValue);
  }
  raise_shared_bytes_limit(*row, static_cast<std::size_t>(value));
  return record_error(cudaSuccess);
}

unsigned resident_blocks_of(const LaunchShape& shape, const KernelRow* kernel) {
  return static_cast<unsigned>(
      blocks_at_once(shape.block.x * shape.block.y * shape.block.z, shared_bytes_of(shape, kernel)));
}

std::size_t shared_bytes_of(const LaunchShape& shape, const KernelRow* kernel) {
  return (kernel ? static_shared_bytes(*kernel) : 0) + shape.shared_bytes;
}

std::uint64_t most_resident_blocks(const LaunchShape& shape, const KernelRow* kernel) {
  return std::uint64_t{multiprocessors} * std::max(resident_blocks_of(shape, kernel), 1u);
}

cudaError_t begin_cooperative_launch(const KernelRow& row, const LaunchShape& shape) {
  const std::uint64_t blocks = std::uint64_t{shape.grid.x} * shape.grid.y * shape.grid.z;
  const std::uint64_t threads = std::uint64_t{shape.block.x} * shape.block.y * shape.block.z;
  if (threads > most_threads_of_block) {
    return record_error(cudaErrorInvalidValue, shape.site, exceeded_limit(shape, &row));
  }
  const int at_once =
      blocks_at_once(static_cast<unsigned>(threads), static_shared_bytes(row) + shape.shared_bytes);
  if (blocks > static_cast<unsigned>(at_once) * multiprocessors) {
    return record_error(cudaErrorCooperativeLaunchTooLarge, shape.site,
                        joined(blocks, " blocks, at most ", static_cast<unsigned>(at_once) * multiprocessors,
                               " run at once"));
  }
  make_next_launch_cooperative();
  return cudaSuccess;
}

}  // namespace cuda_emulator
