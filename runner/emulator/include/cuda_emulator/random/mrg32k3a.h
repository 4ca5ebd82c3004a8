/// MRG32k3a: L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number generators",
/// 1999.
#pragma once

#include "skipping.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};

namespace cuda_emulator {

constexpr unsigned long long mrg_modulus1 = 4294967087, mrg_modulus2 = 4294944443;

/// A number from 1 to the first modulus.
inline unsigned int next_mrg32k3a(curandStateMRG32k3a* state) {
  unsigned int *s1 = state->s1, *s2 = state->s2;
  const unsigned long long p1 = (1403580ULL * s1[1] + 810728ULL * (mrg_modulus1 - s1[0])) % mrg_modulus1;
  const unsigned long long p2 = (527612ULL * s2[2] + 1370589ULL * (mrg_modulus2 - s2[0])) % mrg_modulus2;
  s1[0] = s1[1], s1[1] = s1[2], s1[2] = static_cast<unsigned int>(p1);
  s2[0] = s2[1], s2[1] = s2[2], s2[2] = static_cast<unsigned int>(p2);
  return static_cast<unsigned int>(p1 > p2 ? p1 - p2 : p1 + mrg_modulus1 - p2);
}

}  // namespace cuda_emulator

/// Scaled to the full range of 32 bits.
inline unsigned int curand(curandStateMRG32k3a* state) {
  return static_cast<unsigned int>(cuda_emulator::next_mrg32k3a(state) * 1.000000048662);
}

inline void skipahead(unsigned long long n, curandStateMRG32k3a* state) {
  cuda_emulator_skip_mrg32k3a(state->s1, n, 0);
}
/// Subsequences are 2^76 numbers apart, sequences 2^127.
inline void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a* state) {
  cuda_emulator_skip_mrg32k3a(state->s1, n, 76);
}
inline void skipahead_sequence(unsigned long long n, curandStateMRG32k3a* state) {
  cuda_emulator_skip_mrg32k3a(state->s1, n, 127);
}

inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                        curandStateMRG32k3a* state) {
  *state = {{12345, 12345, 12345}, {12345, 12345, 12345}, 0, 0, 0, 0};
  if (seed != 0) {
    const unsigned long long low = static_cast<unsigned int>(seed) ^ 0x55555555u,
                             high = static_cast<unsigned int>(seed >> 32) ^ 0xaaaaaaaau;
    for (int i = 0; i < 3; ++i) {
      state->s1[i] = static_cast<unsigned int>((i == 1 ? high : low) * 12345 % cuda_emulator::mrg_modulus1);
      state->s2[i] = static_cast<unsigned int>((i == 1 ? low : high) * 12345 % cuda_emulator::mrg_modulus2);
    }
  }
  skipahead_subsequence(sequence, state);
  skipahead(offset, state);
}

CUDA_EMULATOR_COMMON_CODE_END
