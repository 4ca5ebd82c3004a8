#include "runner/emulator/runtime/api/memory_pools.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <utility>

#include "runner/emulator/runtime/api/device_memory.hpp"
#include "runner/emulator/runtime/base/devices.hpp"
#include "runner/emulator/runtime/base/handles.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"

struct CUmemPoolHandle_st {
  int device = 0;
  std::uint64_t release_threshold = 0, used = 0, most_used = 0;
  int reuse[3] = {1, 1, 1};
  std::map<int, cudaMemAccessFlags> access;  ///< of other devices
};

namespace cuda_emulator {
namespace {

struct Piece {
  cudaMemPool_t pool;
  std::uint64_t bytes;
};

/// The pool that a device begins with, and the one that its allocations come from.
struct DevicePools {
  cudaMemPool_t first = nullptr, current = nullptr;
};

// Never destroyed: programs free their memory in static destructors.
auto& pools = *new Handles<CUmemPoolHandle_st>;
auto& device_pools_mutex = *new std::mutex;
auto& device_pools = *new std::map<int, DevicePools>;
auto& pieces_mutex = *new std::mutex;
auto& pieces = *new std::map<const void*, Piece>;

/// The index of a setting that is 0 or 1; -1 if it is another one.
int reuse_setting(cudaMemPoolAttr attribute) {
  const int number = attribute - cudaMemPoolReuseFollowEventDependencies;
  return number < 3 ? number : -1;
}

bool is_device(int device) {
  return device >= 0 && device < device_count();
}

cudaMemPool_t make_pool(int device) {
  const cudaMemPool_t pool = pools.make();
  pool->device = device;
  return pool;
}

/// Calls `work` with the pools of a device, which nobody else changes meanwhile.
template <class Work>
auto with_pools_of(int device, Work work) {
  const std::lock_guard lock(device_pools_mutex);
  DevicePools& its = device_pools[device];
  if (!its.first) its.first = its.current = make_pool(device);
  return work(its);
}

cudaMemPool_t current_pool(int device) {
  return with_pools_of(device, [](const DevicePools& its) { return its.current; });
}

}  // namespace

cudaError_t allocate_from_pool(void** address, std::size_t bytes, cudaMemPool_t pool, const void* code) {
  if (!pool) pool = current_pool(current_device());
  if (!pools.is_valid(pool)) return cudaErrorInvalidValue;
  const int device_before = std::exchange(current_device(), pool->device);
  const cudaError_t error = allocate(address, bytes, code);
  current_device() = device_before;
  if (error || !*address) return error;
  const std::lock_guard lock(pieces_mutex);
  pieces[*address] = {pool, bytes};
  pool->used += bytes;
  pool->most_used = std::max(pool->most_used, pool->used);
  return cudaSuccess;
}

void give_back_to_pool(const void* address) {
  const std::lock_guard lock(pieces_mutex);
  const auto found = pieces.find(address);
  if (found == pieces.end()) return;
  if (pools.is_valid(found->second.pool)) found->second.pool->used -= found->second.bytes;
  pieces.erase(found);
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  if (!pool || !properties || properties->allocType != cudaMemAllocationTypePinned ||
      properties->location.type != cudaMemLocationTypeDevice || !is_device(properties->location.id)) {
    return record_error(cudaErrorInvalidValue);
  }
  *pool = make_pool(properties->location.id);
  return record_error(cudaSuccess);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  if (!pools.is_valid(pool)) return record_cleaning_up(cudaErrorInvalidValue);
  const bool is_destroyed = with_pools_of(pool->device, [&](DevicePools& its) {
    if (pool == its.first) return false;
    if (pool == its.current) its.current = its.first;
    return pools.destroy(pool);
  });
  return record_cleaning_up(is_destroyed ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  if (!pools.is_valid(pool) || !value) return record_error(cudaErrorInvalidValue);
  const int setting = reuse_setting(attribute);
  if (setting >= 0) {
    pool->reuse[setting] = *static_cast<int*>(value);
  } else if (attribute == cudaMemPoolAttrReleaseThreshold) {
    pool->release_threshold = *static_cast<std::uint64_t*>(value);
  } else if (attribute == cudaMemPoolAttrUsedMemHigh || attribute == cudaMemPoolAttrReservedMemHigh) {
    if (*static_cast<std::uint64_t*>(value) != 0) return record_error(cudaErrorInvalidValue);
    pool->most_used = pool->used;
  } else {
    return record_error(cudaErrorInvalidValue);
  }
  return record_error(cudaSuccess);
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  if (!pools.is_valid(pool) || !value) return record_error(cudaErrorInvalidValue);
  auto& number = *static_cast<std::uint64_t*>(value);
  switch (attribute) {
    case cudaMemPoolAttrReleaseThreshold:
      number = pool->release_threshold;
      break;
    case cudaMemPoolAttrReservedMemCurrent:
    case cudaMemPoolAttrUsedMemCurrent:
      number = pool->used;
      break;
    case cudaMemPoolAttrReservedMemHigh:
    case cudaMemPoolAttrUsedMemHigh:
      number = pool->most_used;
      break;
    default:
      if (reuse_setting(attribute) < 0) return record_error(cudaErrorInvalidValue);
      *static_cast<int*>(value) = pool->reuse[reuse_setting(attribute)];
  }
  return record_error(cudaSuccess);
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
  return record_error(pools.is_valid(pool) ? cudaSuccess : cudaErrorInvalidValue);
}

// Pools of other devices may be given access, as peers may: all of them are in one memory.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* access, std::size_t count) {
  if (!pools.is_valid(pool) || (count && !access)) return record_error(cudaErrorInvalidValue);
  const bool can = std::all_of(access, access + count, [&](const cudaMemAccessDesc& one) {
    const bool is_own = one.location.id == pool->device;
    return is_device(one.location.id) && (!is_own || one.flags == cudaMemAccessFlagsProtReadWrite);
  });
  if (!can) return record_error(cudaErrorInvalidDevice);
  for (const cudaMemAccessDesc& one : std::span(access, count)) pool->access[one.location.id] = one.flags;
  return record_error(cudaSuccess);
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location) {
  if (!flags || !location || !pools.is_valid(pool)) return record_error(cudaErrorInvalidValue);
  const auto found = pool->access.find(location->id);
  const auto others = found == pool->access.end() ? cudaMemAccessFlagsProtNone : found->second;
  *flags = location->id == pool->device ? cudaMemAccessFlagsProtReadWrite : others;
  return record_error(cudaSuccess);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  if (!pool) return record_error(cudaErrorInvalidValue);
  if (!is_device(device)) return record_error(cudaErrorInvalidDevice);
  *pool = with_pools_of(device, [](const DevicePools& its) { return its.first; });
  return record_error(cudaSuccess);
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  if (!pool) return record_error(cudaErrorInvalidValue);
  if (!is_device(device)) return record_error(cudaErrorInvalidDevice);
  *pool = current_pool(device);
  return record_error(cudaSuccess);
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (!is_device(device)) return record_error(cudaErrorInvalidDevice);
  if (!pools.is_valid(pool) || pool->device != device) return record_error(cudaErrorInvalidValue);
  with_pools_of(device, [&](DevicePools& its) { return its.current = pool; });
  return record_error(cudaSuccess);
}
