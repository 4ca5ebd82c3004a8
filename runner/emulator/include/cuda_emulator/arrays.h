/// Arrays for textures: elements of 1, 2 or 4 components.
#pragma once

#include <type_traits>

#include "../driver_types.h"
#include "../vector_types.h"

namespace cuda_emulator {

/// The components of an element.
template <class T, class = void>
struct Components {
  using Type = T;
  static constexpr int count = 1;
};
template <class T>
struct Components<T, std::void_t<decltype(T::x)>> {
  using Type = decltype(T::x);
  static constexpr int count = static_cast<int>(sizeof(T) / sizeof(Type));
};

}  // namespace cuda_emulator

inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
template <class T>
cudaChannelFormatDesc cudaCreateChannelDesc() {
  using Component = typename cuda_emulator::Components<T>::Type;
  constexpr int bits = 8 * sizeof(Component), count = cuda_emulator::Components<T>::count;
  const auto kind = std::is_floating_point_v<Component> ? cudaChannelFormatKindFloat
                    : std::is_signed_v<Component>       ? cudaChannelFormatKindSigned
                                                        : cudaChannelFormatKindUnsigned;
  return {bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 3 ? bits : 0, kind};
}

constexpr unsigned int cudaArrayDefault = 0, cudaArrayLayered = 1, cudaArraySurfaceLoadStore = 2,
                       cudaArrayCubemap = 4, cudaArrayTextureGather = 8, cudaArraySparse = 64;

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, std::size_t width,
                            std::size_t height = 0, unsigned int flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* desc, cudaExtent extent,
                              unsigned int flags = 0);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* desc, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array);
// Offsets and widths are in bytes, like pitches.
cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                              std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x, std::size_t y,
                                std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                std::size_t pitch, std::size_t row_bytes, std::size_t rows,
                                cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y, const void* from,
                                     std::size_t pitch, std::size_t row_bytes, std::size_t rows,
                                     cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from, std::size_t x,
                                  std::size_t y, std::size_t row_bytes, std::size_t rows,
                                  cudaMemcpyKind kind);
