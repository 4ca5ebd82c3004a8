/// Uniform numbers in (0, 1].
#pragma once

#include "mrg32k3a.h"
#include "philox.h"
#include "xorwow.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

namespace cuda_emulator {

inline float uniform_of(unsigned int bits) {
  return static_cast<float>(bits) * 0x1p-32f + 0x1p-33f;
}
/// Uses 53 of the 64 bits.
inline double uniform_of(unsigned int low, unsigned int high) {
  const unsigned long long bits = low ^ static_cast<unsigned long long>(high) << 21;
  return static_cast<double>(bits) * 0x1p-53 + 0x1p-54;
}

}  // namespace cuda_emulator

template <class State>
float curand_uniform(State* state) {
  return cuda_emulator::uniform_of(curand(state));
}
template <class State>
double curand_uniform_double(State* state) {
  const unsigned int low = curand(state), high = curand(state);
  return cuda_emulator::uniform_of(low, high);
}

// One MRG32k3a number is enough.
inline double curand_uniform_double(curandStateMRG32k3a* state) {
  return cuda_emulator::next_mrg32k3a(state) * (1.0 / cuda_emulator::mrg_modulus1);
}
inline float curand_uniform(curandStateMRG32k3a* state) {
  return static_cast<float>(curand_uniform_double(state));
}

inline float4 curand_uniform4(curandStatePhilox4_32_10* state) {
  const uint4 four = curand4(state);
  return {cuda_emulator::uniform_of(four.x), cuda_emulator::uniform_of(four.y),
          cuda_emulator::uniform_of(four.z), cuda_emulator::uniform_of(four.w)};
}
inline double2 curand_uniform2_double(curandStatePhilox4_32_10* state) {
  const uint4 four = curand4(state);
  return {cuda_emulator::uniform_of(four.x, four.y), cuda_emulator::uniform_of(four.z, four.w)};
}
inline double4 curand_uniform4_double(curandStatePhilox4_32_10* state) {
  const double2 first = curand_uniform2_double(state), second = curand_uniform2_double(state);
  return {first.x, first.y, second.x, second.y};
}

CUDA_EMULATOR_COMMON_CODE_END
