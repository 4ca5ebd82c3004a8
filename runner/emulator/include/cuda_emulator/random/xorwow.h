/// XORWOW: Marsaglia, "Xorshift RNGs", 2003, section 3.1.
#pragma once

#include "skipping.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

struct curandStateXORWOW {
  unsigned int d;     ///< the Weyl sequence
  unsigned int v[5];  ///< the shift register
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};

inline unsigned int curand(curandStateXORWOW* state) {
  unsigned int* v = state->v;
  const unsigned int t = v[0] ^ (v[0] >> 2);
  v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = v[4];
  v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
  state->d += 362437;
  return v[4] + state->d;
}

inline void skipahead(unsigned long long n, curandStateXORWOW* state) {
  cuda_emulator_skip_xorwow(state->v, n, 0);
  state->d += 362437 * static_cast<unsigned int>(n);
}
/// Sequences are 2^67 numbers apart.
inline void skipahead_sequence(unsigned long long n, curandStateXORWOW* state) {
  cuda_emulator_skip_xorwow(state->v, n, 67);
}

inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                        curandStateXORWOW* state) {
  const unsigned int low = (static_cast<unsigned int>(seed) ^ 0xaad26b49) * 1099087573,
                     high = (static_cast<unsigned int>(seed >> 32) ^ 0xf7dcefdd) * 2591861531u;
  *state = {6615241 + high + low,
            {123456789 + low, 362436069 ^ low, 521288629 + high, 88675123 ^ high, 5783321 + low},
            0,
            0,
            0,
            0};
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
}

CUDA_EMULATOR_COMMON_CODE_END
