#include "runner/emulator/include/cuda_emulator/device.h"

#include <atomic>
#include <cstdio>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "runner/emulator/include/cuda_emulator/errors.h"
#include "runner/emulator/runtime/api/device_facts.hpp"
#include "runner/emulator/runtime/api/device_heap.hpp"
#include "runner/emulator/runtime/api/device_memory.hpp"
#include "runner/emulator/runtime/api/device_output.hpp"
#include "runner/emulator/runtime/base/devices.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/order/pending_works.hpp"
#include "runner/emulator/runtime/program/device_variables.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

using cuda_emulator::current_device;
using cuda_emulator::device_count;
using cuda_emulator::record_cleaning_up;
using cuda_emulator::record_error;

namespace {

constexpr int version = CUDART_VERSION;

std::atomic<std::size_t> stack_bytes{1024};  ///< as set by programs; nothing here depends on them

cudaError_t check(int device) {
  return device >= 0 && device < device_count() ? cudaSuccess : cudaErrorInvalidDevice;
}

/// The devices that allow others to use their memory, and which.
struct Peers {
  std::mutex mutex;
  std::set<std::pair<int, int>> enabled;
};

Peers& peers() {
  static Peers made;
  return made;
}

template <class T>
cudaError_t give(T* to, T value) {
  if (!to) return record_error(cudaErrorInvalidValue);
  *to = value;
  return record_error(cudaSuccess);
}

std::string bus_id(int device) {
  char text[] = "0000:00:00.0";
  std::snprintf(text, sizeof text, "0000:%02x:00.0", static_cast<unsigned>(device) & 0xffu);
  return text;
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
  return give(count, device_count());
}
cudaError_t cudaGetDevice(int* device) {
  return give(device, current_device());
}
cudaError_t cudaSetDevice(int device) {
  const cudaError_t error = check(device);
  if (error == cudaSuccess) current_device() = device;
  return record_error(error);
}
cudaError_t cudaInitDevice(int device, unsigned int, unsigned int) {
  return record_error(check(device));
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
  return give(device, 0);
}
cudaError_t cudaSetValidDevices(int*, int) {
  return record_error(cudaSuccess);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (check(device) != cudaSuccess) return record_error(cudaErrorInvalidDevice);
  return give(properties, cuda_emulator::device_properties());
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (check(device) != cudaSuccess) return record_error(cudaErrorInvalidDevice);
  return give(value, cuda_emulator::device_attribute(attribute));
}

cudaError_t cudaDeviceReset() {
  cuda_emulator::show_device_output();
  cuda_emulator::PendingWorks::instance().host_waits_for_all();
  cuda_emulator::give_all_back(cuda_emulator::calling_code());
  cuda_emulator::restore_variables();
  cuda_emulator::forget_errors();
  return cudaSuccess;
}
cudaError_t cudaThreadExit() {
  return cudaDeviceReset();
}

cudaError_t cudaDriverGetVersion(int* value) {
  return give(value, version);
}
cudaError_t cudaRuntimeGetVersion(int* value) {
  return give(value, version);
}

// Settings that have no effect here.
cudaError_t cudaSetDeviceFlags(unsigned int) {
  return record_error(cudaSuccess);
}
cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  return give(flags, cudaDeviceScheduleAuto);
}
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  switch (limit) {
    case cudaLimitStackSize:
      return give(value, stack_bytes.load());
    case cudaLimitPrintfFifoSize:
      return give(value, std::size_t{8448} << 10);
    case cudaLimitMallocHeapSize:
      return give(value, cuda_emulator::device_heap_bytes());
    case cudaLimitMaxL2FetchGranularity:
      return give(value, std::size_t{64});
    case cudaLimitPersistingL2CacheSize:
      return give(value, std::size_t{0});
    default:  // limits of launches in kernels
      return record_error(cudaErrorUnsupportedLimit);
  }
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  if (limit == cudaLimitMallocHeapSize) cuda_emulator::set_device_heap_bytes(value);
  if (limit == cudaLimitStackSize) stack_bytes = value;
  return record_error(cudaSuccess);
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return give(config, cudaFuncCachePreferNone);
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
  return record_error(cudaSuccess);
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return give(config, cudaSharedMemBankSizeFourByte);
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return record_error(cudaSuccess);
}
cudaError_t cudaProfilerStart() {
  return record_error(cudaSuccess);
}
cudaError_t cudaProfilerStop() {
  return record_error(cudaSuccess);
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (check(device) != cudaSuccess || check(peer) != cudaSuccess) return record_error(cudaErrorInvalidDevice);
  return give(can, device != peer ? 1 : 0);
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
  if (flags) return record_error(cudaErrorInvalidValue);
  if (check(peer) != cudaSuccess) return record_error(cudaErrorInvalidDevice);
  if (peer == current_device()) return record_error(cudaErrorPeerAccessUnsupported);
  const std::lock_guard lock(peers().mutex);
  const bool is_new = peers().enabled.emplace(current_device(), peer).second;
  return record_error(is_new ? cudaSuccess : cudaErrorPeerAccessAlreadyEnabled);
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  if (check(peer) != cudaSuccess) return record_cleaning_up(cudaErrorInvalidDevice);
  const std::lock_guard lock(peers().mutex);
  if (peers().enabled.erase({current_device(), peer})) return record_cleaning_up(cudaSuccess);
  record_cleaning_up(cudaErrorPeerAccessNotEnabled);
  return cudaPeekAtLastError();  // programs need not check it: everything is as they want it
}

cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int device, int peer) {
  if (check(device) != cudaSuccess || check(peer) != cudaSuccess || device == peer)
    return record_error(cudaErrorInvalidDevice);
  // They are in one memory: as close as NVLink, and the best rank.
  switch (attribute) {
    case cudaDevP2PAttrPerformanceRank:
      return give(value, 0);
    case cudaDevP2PAttrAccessSupported:
    case cudaDevP2PAttrNativeAtomicSupported:
    case cudaDevP2PAttrCudaArrayAccessSupported:
      return give(value, 1);
  }
  return record_error(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
  if (!id) return record_error(cudaErrorInvalidValue);
  for (int one = 0; one < device_count(); ++one) {
    if (id == bus_id(one)) return give(device, one);
  }
  return record_error(cudaErrorInvalidValue);
}
cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
  if (check(device) != cudaSuccess) return record_error(cudaErrorInvalidDevice);
  if (!id || length < 13) return record_error(cudaErrorInvalidValue);
  std::snprintf(id, static_cast<std::size_t>(length), "%s", bus_id(device).c_str());
  return record_error(cudaSuccess);
}
