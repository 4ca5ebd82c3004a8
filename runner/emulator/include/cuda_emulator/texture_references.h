/// Texture references, the form of old programs: a global variable that host code binds to memory.
#pragma once

#include "textures.h"

template <class T, int dimensions = cudaTextureType1D,
          cudaTextureReadMode read_mode = cudaReadModeElementType>
struct texture : textureReference {
  texture(int is_normalized = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
          cudaTextureAddressMode address = cudaAddressModeClamp)
      : textureReference{is_normalized, filter, {address, address, address}, cudaCreateChannelDesc<T>()} {}

  cudaTextureObject_t bound = 0;
};

namespace cuda_emulator {

template <class T, int dimensions, cudaTextureReadMode mode>
cudaError_t bind(texture<T, dimensions, mode>& reference, const cudaResourceDesc& resource) {
  if (reference.bound) cudaDestroyTextureObject(reference.bound);
  cudaTextureDesc description{};
  for (int n = 0; n < 3; ++n) description.addressMode[n] = reference.addressMode[n];
  description.filterMode = reference.filterMode;
  description.readMode = mode;
  description.normalizedCoords = reference.normalized;
  return cudaCreateTextureObject(&reference.bound, &resource, &description, nullptr);
}

/// What a fetch gives: the element, or floats for its components.
template <class T, cudaTextureReadMode mode>
struct Fetched {
  using Type = T;
};
template <class T>
struct Fetched<T, cudaReadModeNormalizedFloat> {
  using Type = std::conditional_t<Components<T>::count == 1, float,
                                  std::conditional_t<Components<T>::count == 2, float2, float4>>;
};

}  // namespace cuda_emulator

template <class T, int dimensions, cudaTextureReadMode mode>
cudaError_t cudaBindTexture(std::size_t* offset, texture<T, dimensions, mode>& reference, const void* memory,
                            const cudaChannelFormatDesc& desc, std::size_t bytes = 0xffffffffu) {
  if (offset) *offset = 0;
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {const_cast<void*>(memory), desc, bytes};
  return cuda_emulator::bind(reference, resource);
}
template <class T, int dimensions, cudaTextureReadMode mode>
cudaError_t cudaBindTexture(std::size_t* offset, texture<T, dimensions, mode>& reference, const void* memory,
                            std::size_t bytes = 0xffffffffu) {
  return cudaBindTexture(offset, reference, memory, reference.channelDesc, bytes);
}
template <class T, int dimensions, cudaTextureReadMode mode>
cudaError_t cudaBindTexture2D(std::size_t* offset, texture<T, dimensions, mode>& reference,
                              const void* memory, const cudaChannelFormatDesc& desc, std::size_t width,
                              std::size_t height, std::size_t pitch) {
  if (offset) *offset = 0;
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {const_cast<void*>(memory), desc, width, height, pitch};
  return cuda_emulator::bind(reference, resource);
}
template <class T, int dimensions, cudaTextureReadMode mode>
cudaError_t cudaBindTexture2D(std::size_t* offset, texture<T, dimensions, mode>& reference,
                              const void* memory, std::size_t width, std::size_t height, std::size_t pitch) {
  return cudaBindTexture2D(offset, reference, memory, reference.channelDesc, width, height, pitch);
}
template <class T, int dimensions, cudaTextureReadMode mode>
cudaError_t cudaBindTextureToArray(texture<T, dimensions, mode>& reference, cudaArray_const_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = const_cast<cudaArray_t>(array);
  return cuda_emulator::bind(reference, resource);
}
template <class T, int dimensions, cudaTextureReadMode mode>
cudaError_t cudaBindTextureToArray(texture<T, dimensions, mode>& reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc&) {
  return cudaBindTextureToArray(reference, array);
}
template <class T, int dimensions, cudaTextureReadMode mode>
cudaError_t cudaUnbindTexture(texture<T, dimensions, mode>& reference) {
  const cudaTextureObject_t bound = reference.bound;
  reference.bound = 0;
  return bound ? cudaDestroyTextureObject(bound) : cudaSuccess;
}

template <class T, int dimensions, cudaTextureReadMode mode>
auto tex1Dfetch(const texture<T, dimensions, mode>& reference, int index) {
  return tex1Dfetch<typename cuda_emulator::Fetched<T, mode>::Type>(reference.bound, index);
}
template <class T, int dimensions, cudaTextureReadMode mode>
auto tex1D(const texture<T, dimensions, mode>& reference, float x) {
  return tex1D<typename cuda_emulator::Fetched<T, mode>::Type>(reference.bound, x);
}
template <class T, int dimensions, cudaTextureReadMode mode>
auto tex2D(const texture<T, dimensions, mode>& reference, float x, float y) {
  return tex2D<typename cuda_emulator::Fetched<T, mode>::Type>(reference.bound, x, y);
}
template <class T, int dimensions, cudaTextureReadMode mode>
auto tex3D(const texture<T, dimensions, mode>& reference, float x, float y, float z) {
  return tex3D<typename cuda_emulator::Fetched<T, mode>::Type>(reference.bound, x, y, z);
}
