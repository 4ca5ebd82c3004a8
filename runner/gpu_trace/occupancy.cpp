#include "runner/gpu_trace/occupancy.hpp"

#include <cuda_occupancy.h>
#include <cuda_runtime.h>

#include <climits>
#include <mutex>
#include <optional>

#include "runner/gpu_trace/driver.hpp"

namespace gpu_trace {
namespace {

std::mutex device_mutex;
std::optional<cudaOccDeviceProp> known_device;

OccupancyLimit limit_of(unsigned factors) {
  if ((factors & OCC_LIMIT_REGISTERS) != 0) return OccupancyLimit::registers;
  if ((factors & OCC_LIMIT_SHARED_MEMORY) != 0) return OccupancyLimit::shared_memory;
  if ((factors & OCC_LIMIT_BLOCKS) != 0) return OccupancyLimit::blocks;
  if ((factors & OCC_LIMIT_BARRIERS) != 0) return OccupancyLimit::barriers;
  return OccupancyLimit::threads;
}

}  // namespace

void learn_device(CUdevice device) {
  const auto attribute = [device](CUdevice_attribute which) { return device_attribute(which, device); };
  cudaOccDeviceProp facts;
  facts.computeMajor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  facts.computeMinor = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  facts.maxThreadsPerBlock = attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  facts.maxThreadsPerMultiprocessor = attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
  facts.regsPerBlock = attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK);
  facts.regsPerMultiprocessor = attribute(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
  facts.warpSize = attribute(CU_DEVICE_ATTRIBUTE_WARP_SIZE);
  const auto bytes = [&](CUdevice_attribute which) { return static_cast<std::size_t>(attribute(which)); };
  facts.sharedMemPerBlock = bytes(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  facts.sharedMemPerMultiprocessor = bytes(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
  facts.numSms = attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  facts.sharedMemPerBlockOptin = bytes(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
  facts.reservedSharedMemPerBlock = bytes(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK);
  const std::scoped_lock lock(device_mutex);
  known_device = facts;
}

void bound_occupancy(Kernel& kernel, std::uint32_t static_shared_bytes, std::uint32_t dynamic_shared_bytes) {
  const std::scoped_lock lock(device_mutex);
  const int threads = kernel.block[0] * kernel.block[1] * kernel.block[2];
  if (!known_device || threads <= 0) return;
  cudaOccFuncAttributes function;
  function.maxThreadsPerBlock = INT_MAX;
  function.numRegs = static_cast<int>(kernel.registers);
  function.sharedSizeBytes = static_shared_bytes;
  function.partitionedGCConfig = PARTITIONED_GC_OFF;
  function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  function.maxDynamicSharedSizeBytes = dynamic_shared_bytes;
  function.numBlockBarriers = 1;
  const cudaOccDeviceState state;
  cudaOccResult result;
  if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &*known_device, &function, &state, threads,
                                              dynamic_shared_bytes) != CUDA_OCC_SUCCESS) {
    return;
  }
  const int warps = (threads + known_device->warpSize - 1) / known_device->warpSize;
  const int room = known_device->maxThreadsPerMultiprocessor / known_device->warpSize;
  kernel.occupancy =
      static_cast<float>(result.activeBlocksPerMultiprocessor * warps) / static_cast<float>(room);
  kernel.limit = limit_of(result.limitingFactors);
}

}  // namespace gpu_trace
