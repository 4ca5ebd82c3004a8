/// Philox 4x32-10: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011.
#pragma once

#include "../../vector_types.h"

CUDA_EMULATOR_COMMON_CODE_BEGIN

struct curandStatePhilox4_32_10 {
  uint4 ctr;  ///< counter of the four numbers in `output`; its upper half is the sequence
  uint4 output;
  uint2 key;
  unsigned int STATE;  ///< how many of them are used
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};

namespace cuda_emulator {

inline uint4 philox4x32_10(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long first = 0xd2511f53ULL * counter.x, second = 0xcd9e8d57ULL * counter.z;
    counter = {static_cast<unsigned int>(second >> 32) ^ counter.y ^ key.x, static_cast<unsigned int>(second),
               static_cast<unsigned int>(first >> 32) ^ counter.w ^ key.y, static_cast<unsigned int>(first)};
    key.x += 0x9e3779b9;
    key.y += 0xbb67ae85;
  }
  return counter;
}

/// Adds `n` to the two words; returns whether they overflowed.
inline bool add_carrying(unsigned int& low, unsigned int& high, unsigned long long n) {
  const unsigned long long sum = (static_cast<unsigned long long>(high) << 32 | low) + n;
  low = static_cast<unsigned int>(sum);
  high = static_cast<unsigned int>(sum >> 32);
  return sum < n;
}

inline void skip_fours(unsigned long long n, curandStatePhilox4_32_10* state) {
  uint4& counter = state->ctr;
  if (add_carrying(counter.x, counter.y, n)) add_carrying(counter.z, counter.w, 1);
  state->output = philox4x32_10(counter, state->key);
}

}  // namespace cuda_emulator

inline unsigned int curand(curandStatePhilox4_32_10* state) {
  const uint4& four = state->output;
  const unsigned int result = state->STATE == 0   ? four.x
                              : state->STATE == 1 ? four.y
                              : state->STATE == 2 ? four.z
                                                  : four.w;
  if (++state->STATE == 4) {
    cuda_emulator::skip_fours(1, state);
    state->STATE = 0;
  }
  return result;
}
inline uint4 curand4(curandStatePhilox4_32_10* state) {
  const unsigned int x = curand(state), y = curand(state), z = curand(state), w = curand(state);
  return {x, y, z, w};
}

inline void skipahead(unsigned long long n, curandStatePhilox4_32_10* state) {
  state->STATE += static_cast<unsigned int>(n & 3);
  n /= 4;
  if (state->STATE > 3) {
    ++n;
    state->STATE -= 4;
  }
  cuda_emulator::skip_fours(n, state);
}
/// Sequences are 2^66 numbers apart.
inline void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10* state) {
  cuda_emulator::add_carrying(state->ctr.z, state->ctr.w, n);
  cuda_emulator::skip_fours(0, state);
}

inline void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                        curandStatePhilox4_32_10* state) {
  *state = {};
  state->key = {static_cast<unsigned int>(seed), static_cast<unsigned int>(seed >> 32)};
  skipahead_sequence(sequence, state);
  skipahead(offset, state);
}

CUDA_EMULATOR_COMMON_CODE_END
