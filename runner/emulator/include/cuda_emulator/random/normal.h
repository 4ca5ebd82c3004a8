/// Normal numbers, in pairs: Box and Muller, "A note on the generation of random normal deviates", 1958.
#pragma once

#include <math.h>

#include "../fast_sine.h"
#include "uniform.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

namespace cuda_emulator {

inline float2 box_muller(float radius, float angle) {
  const float length = sqrtf(-2 * logf(radius));
  return {length * fast_sine(angle), length * fast_cosine(angle)};
}
/// The angle in units of pi.
inline double2 box_muller(double radius, double angle) {
  const double length = sqrt(-2 * log(radius)), radians = angle * 3.14159265358979323846;
  return {length * sin(radians), length * cos(radians)};
}

constexpr float two_pi = 6.2831855f;

inline float2 normal_pair(unsigned int radius, unsigned int angle) {
  return box_muller(uniform_of(radius),
                    fmaf(static_cast<float>(angle), 0x1p-32f * two_pi, 0x1p-33f * two_pi));
}
inline double2 normal_pair(uint4 bits) {
  return box_muller(uniform_of(bits.x, bits.y), uniform_of(bits.z, bits.w) * 2);
}

/// The kind of number that waits in a state as the second of a pair.
enum Waiting { nothing_waits, normal_waits, log_normal_waits };

/// The second of a pair waits for the next call of the same kind; a call of the other kind replaces it.
template <class Number, class Pair>
Number first_or_second(int& waiting, Number& second, Waiting kind, Pair pair_of) {
  if (waiting == kind) {
    waiting = nothing_waits;
    return second;
  }
  const auto pair = pair_of();
  waiting = kind;
  second = pair.y;
  return pair.x;
}

}  // namespace cuda_emulator

template <class State>
float2 curand_normal2(State* state) {
  const unsigned int radius = curand(state), angle = curand(state);
  return cuda_emulator::normal_pair(radius, angle);
}
inline float2 curand_normal2(curandStateMRG32k3a* state) {
  const float radius = curand_uniform(state), angle = curand_uniform(state);
  return cuda_emulator::box_muller(radius, angle * cuda_emulator::two_pi);
}
template <class State>
double2 curand_normal2_double(State* state) {
  const unsigned int x = curand(state), y = curand(state), z = curand(state), w = curand(state);
  return cuda_emulator::normal_pair(uint4{x, y, z, w});
}
inline double2 curand_normal2_double(curandStateMRG32k3a* state) {
  const double radius = curand_uniform_double(state), angle = curand_uniform_double(state);
  return cuda_emulator::box_muller(radius, angle * 2);
}
template <class State>
float curand_normal(State* state) {
  return cuda_emulator::first_or_second(state->boxmuller_flag, state->boxmuller_extra,
                                        cuda_emulator::normal_waits,
                                        [state] { return curand_normal2(state); });
}
template <class State>
double curand_normal_double(State* state) {
  return cuda_emulator::first_or_second(state->boxmuller_flag_double, state->boxmuller_extra_double,
                                        cuda_emulator::normal_waits,
                                        [state] { return curand_normal2_double(state); });
}
inline float4 curand_normal4(curandStatePhilox4_32_10* state) {
  const float2 first = curand_normal2(state), second = curand_normal2(state);
  return {first.x, first.y, second.x, second.y};
}
inline double4 curand_normal4_double(curandStatePhilox4_32_10* state) {
  const double2 first = curand_normal2_double(state), second = curand_normal2_double(state);
  return {first.x, first.y, second.x, second.y};
}

// ---- log-normal numbers
template <class State>
float2 curand_log_normal2(State* state, float mean, float deviation) {
  const float2 pair = curand_normal2(state);
  return {expf(mean + deviation * pair.x), expf(mean + deviation * pair.y)};
}
template <class State>
double2 curand_log_normal2_double(State* state, double mean, double deviation) {
  const double2 pair = curand_normal2_double(state);
  return {exp(mean + deviation * pair.x), exp(mean + deviation * pair.y)};
}
template <class State>
float curand_log_normal(State* state, float mean, float deviation) {
  return cuda_emulator::first_or_second(state->boxmuller_flag, state->boxmuller_extra,
                                        cuda_emulator::log_normal_waits,
                                        [=] { return curand_log_normal2(state, mean, deviation); });
}
template <class State>
double curand_log_normal_double(State* state, double mean, double deviation) {
  return cuda_emulator::first_or_second(state->boxmuller_flag_double, state->boxmuller_extra_double,
                                        cuda_emulator::log_normal_waits,
                                        [=] { return curand_log_normal2_double(state, mean, deviation); });
}
inline float4 curand_log_normal4(curandStatePhilox4_32_10* state, float mean, float deviation) {
  const float2 first = curand_log_normal2(state, mean, deviation),
               second = curand_log_normal2(state, mean, deviation);
  return {first.x, first.y, second.x, second.y};
}
inline double4 curand_log_normal4_double(curandStatePhilox4_32_10* state, double mean, double deviation) {
  const double2 first = curand_log_normal2_double(state, mean, deviation),
                second = curand_log_normal2_double(state, mean, deviation);
  return {first.x, first.y, second.x, second.y};
}

CUDA_EMULATOR_COMMON_CODE_END
