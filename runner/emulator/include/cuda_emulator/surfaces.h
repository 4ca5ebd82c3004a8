/// Surfaces: arrays whose elements kernels read and write by coordinates. x is in bytes.
#pragma once

#include "arrays.h"
#include "qualifiers.h"
#include "textures.h"

using cudaSurfaceObject_t = unsigned long long;

enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero = 0,
  cudaBoundaryModeClamp = 1,
  cudaBoundaryModeTrap = 2,
};

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t surface);

/// The address of an element of `bytes`. Outside the array, it is null if reads give zero; a trap ends the
/// grid.
extern "C" __device__ void* cuda_emulator_surface_element(cudaSurfaceObject_t surface, int dimensions, int x,
                                                          int y, int z, int bytes, int mode);

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cuda_emulator {

template <class T>
T read_surface(void* element) {
  return element ? *static_cast<T*>(element) : T{};
}
template <class T>
void write_surface(void* element, const T& value) {
  if (element) *static_cast<T*>(element) = value;
}

}  // namespace cuda_emulator

#define CUDA_EMULATOR_SURFACE(name, dimensions, declared, given)                                             \
  template <class T>                                                                                         \
  T name##read(cudaSurfaceObject_t surface, declared, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) { \
    return cuda_emulator::read_surface<T>(                                                                   \
        cuda_emulator_surface_element(surface, dimensions, given, sizeof(T), mode));                         \
  }                                                                                                          \
  template <class T>                                                                                         \
  void name##read(T* value, cudaSurfaceObject_t surface, declared,                                           \
                  cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                     \
    *value = cuda_emulator::read_surface<T>(                                                                 \
        cuda_emulator_surface_element(surface, dimensions, given, sizeof(T), mode));                         \
  }                                                                                                          \
  template <class T>                                                                                         \
  void name##write(T value, cudaSurfaceObject_t surface, declared,                                           \
                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                    \
    cuda_emulator::write_surface<T>(                                                                         \
        cuda_emulator_surface_element(surface, dimensions, given, sizeof(T), mode), value);                  \
  }
#define CUDA_EMULATOR_ALL(...) __VA_ARGS__
CUDA_EMULATOR_SURFACE(surf1D, 1, int x, CUDA_EMULATOR_ALL(x, 0, 0))
CUDA_EMULATOR_SURFACE(surf2D, 2, CUDA_EMULATOR_ALL(int x, int y), CUDA_EMULATOR_ALL(x, y, 0))
CUDA_EMULATOR_SURFACE(surf3D, 3, CUDA_EMULATOR_ALL(int x, int y, int z), CUDA_EMULATOR_ALL(x, y, z))
#undef CUDA_EMULATOR_ALL
#undef CUDA_EMULATOR_SURFACE

CUDA_EMULATOR_DEVICE_CODE_END
