/// The vector types of CUDA C++, with the alignment given in its programming guide.
#pragma once

#include "cuda_emulator/qualifiers.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

// (type, element, alignment of the types of 2 and of 4 elements)
#define CUDA_EMULATOR_VECTORS(name, element, align2, align4) \
  struct name##1 {                                           \
    element x;                                               \
  };                                                         \
  struct alignas(align2) name##2 {                           \
    element x, y;                                            \
  };                                                         \
  struct name##3 {                                           \
    element x, y, z;                                         \
  };                                                         \
  struct alignas(align4) name##4 {                           \
    element x, y, z, w;                                      \
  };

CUDA_EMULATOR_VECTORS(char, signed char, 2, 4)
CUDA_EMULATOR_VECTORS(uchar, unsigned char, 2, 4)
CUDA_EMULATOR_VECTORS(short, short, 4, 8)
CUDA_EMULATOR_VECTORS(ushort, unsigned short, 4, 8)
CUDA_EMULATOR_VECTORS(int, int, 8, 16)
CUDA_EMULATOR_VECTORS(uint, unsigned int, 8, 16)
CUDA_EMULATOR_VECTORS(long, long, 16, 16)
CUDA_EMULATOR_VECTORS(ulong, unsigned long, 16, 16)
CUDA_EMULATOR_VECTORS(longlong, long long, 16, 16)
CUDA_EMULATOR_VECTORS(ulonglong, unsigned long long, 16, 16)
CUDA_EMULATOR_VECTORS(float, float, 8, 16)
CUDA_EMULATOR_VECTORS(double, double, 16, 16)

#undef CUDA_EMULATOR_VECTORS

// The types of CUDA 13, which name their alignment.
#define CUDA_EMULATOR_ALIGNED_VECTORS(name, element) \
  struct alignas(16) name##4_16a {                   \
    element x, y, z, w;                              \
  };                                                 \
  struct alignas(32) name##4_32a {                   \
    element x, y, z, w;                              \
  };
CUDA_EMULATOR_ALIGNED_VECTORS(long, long)
CUDA_EMULATOR_ALIGNED_VECTORS(ulong, unsigned long)
CUDA_EMULATOR_ALIGNED_VECTORS(longlong, long long)
CUDA_EMULATOR_ALIGNED_VECTORS(ulonglong, unsigned long long)
CUDA_EMULATOR_ALIGNED_VECTORS(double, double)
#undef CUDA_EMULATOR_ALIGNED_VECTORS

/// The extent of a grid or a block; omitted dimensions are 1.
struct dim3 {
  unsigned int x, y, z;

  constexpr dim3(unsigned int x_extent = 1, unsigned int y_extent = 1, unsigned int z_extent = 1)
      : x(x_extent), y(y_extent), z(z_extent) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};

CUDA_EMULATOR_COMMON_CODE_END
