/// Texture objects: point and linear filters, all address modes, one to three dimensions.
#pragma once

#include <cstdint>

#include "../texture_types.h"
#include "arrays.h"
#include "qualifiers.h"

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture);

namespace cuda_emulator {

/// Four components in their own type: floats, or integers that were widened.
struct Texel {
  union {
    float f;
    std::int32_t i;
    std::uint32_t u;
  } component[4];
};

extern "C" {
/// The texel of a texture of `dimensions` at coordinates in texels or, if the texture is normalised, in [0,
/// 1).
__device__ void cuda_emulator_sample(Texel* texel, cudaTextureObject_t texture, int dimensions, float x,
                                     float y, float z);
/// Element `index` of linear memory.
__device__ void cuda_emulator_fetch(Texel* texel, cudaTextureObject_t texture, int index);
}

CUDA_EMULATOR_DEVICE_CODE_BEGIN

inline Texel sample(cudaTextureObject_t texture, int dimensions, float x, float y, float z) {
  Texel texel;
  cuda_emulator_sample(&texel, texture, dimensions, x, y, z);
  return texel;
}
inline Texel fetch(cudaTextureObject_t texture, int index) {
  Texel texel;
  cuda_emulator_fetch(&texel, texture, index);
  return texel;
}

template <class T>
T texel_as(const Texel& texel) {
  using Component = typename Components<T>::Type;
  T value;
  for (int n = 0; n < Components<T>::count; ++n) {
    Component component;
    if constexpr (std::is_floating_point_v<Component>) {
      component = texel.component[n].f;
    } else if constexpr (std::is_signed_v<Component>) {
      component = static_cast<Component>(texel.component[n].i);
    } else {
      component = static_cast<Component>(texel.component[n].u);
    }
    __builtin_memcpy(reinterpret_cast<char*>(&value) + n * static_cast<int>(sizeof component), &component,
                     sizeof component);
  }
  return value;
}

}  // namespace cuda_emulator

template <class T>
T tex1Dfetch(cudaTextureObject_t texture, int index) {
  return cuda_emulator::texel_as<T>(cuda_emulator::fetch(texture, index));
}
template <class T>
T tex1D(cudaTextureObject_t texture, float x) {
  return cuda_emulator::texel_as<T>(cuda_emulator::sample(texture, 1, x, 0, 0));
}
template <class T>
T tex2D(cudaTextureObject_t texture, float x, float y) {
  return cuda_emulator::texel_as<T>(cuda_emulator::sample(texture, 2, x, y, 0));
}
template <class T>
T tex3D(cudaTextureObject_t texture, float x, float y, float z) {
  return cuda_emulator::texel_as<T>(cuda_emulator::sample(texture, 3, x, y, z));
}
template <class T>
void tex1Dfetch(T* value, cudaTextureObject_t texture, int index) {
  *value = tex1Dfetch<T>(texture, index);
}
template <class T>
void tex1D(T* value, cudaTextureObject_t texture, float x) {
  *value = tex1D<T>(texture, x);
}
template <class T>
void tex2D(T* value, cudaTextureObject_t texture, float x, float y) {
  *value = tex2D<T>(texture, x, y);
}
template <class T>
void tex3D(T* value, cudaTextureObject_t texture, float x, float y, float z) {
  *value = tex3D<T>(texture, x, y, z);
}

CUDA_EMULATOR_DEVICE_CODE_END
