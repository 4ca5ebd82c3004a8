#include "runner/emulator/runtime/api/memory_pools.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>

#include "runner/emulator/runtime/api/device_memory.hpp"
#include "runner/emulator/runtime/base/handles.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"

struct CUmemPoolHandle_st {
  std::uint64_t release_threshold = 0, used = 0, most_used = 0;
  int reuse[3] = {1, 1, 1};
};

namespace cuda_emulator {
namespace {

struct Piece {
  cudaMemPool_t pool;
  std::uint64_t bytes;
};

// Never destroyed: programs free their memory in static destructors.
auto& pools = *new Handles<CUmemPoolHandle_st>;
const cudaMemPool_t default_pool = pools.make();
cudaMemPool_t current_pool = default_pool;
auto& pieces_mutex = *new std::mutex;
auto& pieces = *new std::map<const void*, Piece>;

/// The index of a setting that is 0 or 1; -1 if it is another one.
int reuse_setting(cudaMemPoolAttr attribute) {
  const int number = attribute - cudaMemPoolReuseFollowEventDependencies;
  return number < 3 ? number : -1;
}

cudaError_t check_device(int device) {
  return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

}  // namespace

cudaError_t allocate_from_pool(void** address, std::size_t bytes, cudaMemPool_t pool, const void* code) {
  if (!pool) pool = current_pool;
  if (!pools.is_valid(pool)) return cudaErrorInvalidValue;
  const cudaError_t error = allocate(address, bytes, code);
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
      properties->location.type != cudaMemLocationTypeDevice || properties->location.id != 0) {
    return record_error(cudaErrorInvalidValue);
  }
  *pool = pools.make();
  return record_error(cudaSuccess);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  if (pool == default_pool) return record_cleaning_up(cudaErrorInvalidValue);
  if (pool == current_pool) current_pool = default_pool;
  return record_cleaning_up(pools.destroy(pool) ? cudaSuccess : cudaErrorInvalidValue);
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

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* access, std::size_t count) {
  if (!pools.is_valid(pool) || (count && !access)) return record_error(cudaErrorInvalidValue);
  const bool own = std::all_of(access, access + count, [](const cudaMemAccessDesc& one) {
    return one.location.id == 0 && one.flags == cudaMemAccessFlagsProtReadWrite;
  });
  return record_error(own ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location) {
  if (!flags || !location || !pools.is_valid(pool)) return record_error(cudaErrorInvalidValue);
  *flags = location->id == 0 ? cudaMemAccessFlagsProtReadWrite : cudaMemAccessFlagsProtNone;
  return record_error(cudaSuccess);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  if (!pool) return record_error(cudaErrorInvalidValue);
  *pool = default_pool;
  return record_error(check_device(device));
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  if (!pool) return record_error(cudaErrorInvalidValue);
  *pool = current_pool;
  return record_error(check_device(device));
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  if (!pools.is_valid(pool)) return record_error(cudaErrorInvalidValue);
  if (device == 0) current_pool = pool;
  return record_error(check_device(device));
}
