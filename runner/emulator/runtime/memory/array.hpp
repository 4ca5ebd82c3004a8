#pragma once

#include <cstddef>

#include "runner/emulator/include/driver_types.h"

/// Elements in device memory, in rows without gaps. Extents are in elements and at least 1.
struct cudaArray {
  char* data;
  cudaChannelFormatDesc desc;
  std::size_t width, height, depth;
  cudaExtent asked_for;
  unsigned int flags;
};

namespace cuda_emulator {

/// Whether an array was made, and is not freed yet.
bool is_live(cudaArray_const_t array);

inline std::size_t element_bytes(const cudaChannelFormatDesc& desc) {
  return static_cast<std::size_t>(desc.x + desc.y + desc.z + desc.w) / 8;
}

}  // namespace cuda_emulator
