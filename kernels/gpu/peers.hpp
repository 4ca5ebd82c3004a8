#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <span>

#include "kernels/gpu/per_device.hpp"
#include "kernels/gpu/pooled_memory.hpp"

namespace kernels {

/// Whether a GPU copies from another by a link of their own, such as NVLink. It is told from the bus, on which such a copy
/// would take the place of one from the host, by its atomic operations.
inline bool have_a_link(int device, int other) {
  int has_atomics = 0;
  const cudaError_t error =
      cudaDeviceGetP2PAttribute(&has_atomics, cudaDevP2PAttrNativeAtomicSupported, device, other);
  if (error != cudaSuccess) cudaGetLastError();
  return error == cudaSuccess && has_atomics != 0;
}

/// Whether there are several GPUs, and each can copy from the pooled memory of all others by links; prepares them for it.
inline bool link(std::span<const int> devices) {
  const auto each_pair = [&](auto holds) {
    return std::ranges::all_of(devices, [&](int device) {
      return std::ranges::all_of(devices, [&](int other) { return device == other || holds(device, other); });
    });
  };
  return devices.size() > 1 && each_pair(have_a_link) && each_pair([](int device, int other) {
           const CurrentDevice current(device);
           PooledMemory::open_to(other);
           return true;
         });
}

}  // namespace kernels
