/// Operations that the lanes of a warp perform together: shuffles, votes, matches, reductions. Each lane
/// waits until every lane that `mask` names has arrived or ended.
#pragma once

#include <cstdint>
#include <cstring>

#include "builtin_variables.h"
#include "qualifiers.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cuda_emulator {

std::uint64_t shuffle_bits(unsigned mask, std::uint64_t bits, unsigned source_lane);
unsigned lane_in_warp();

template <class T>
T shuffle(unsigned mask, T value, unsigned source_lane) {
  static_assert(sizeof(T) <= 8, "a shuffle moves at most 8 bytes");
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  bits = shuffle_bits(mask, bits, source_lane);
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

unsigned match_any(unsigned mask, std::uint64_t bits);
unsigned match_all(unsigned mask, std::uint64_t bits);

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

}  // namespace cuda_emulator

void __syncwarp(unsigned mask = 0xffffffffu);
/// The lanes of the warp that are at the same call. They are known once no other lane of the warp can run.
unsigned __activemask();

// Lanes are numbered within segments of `width` lanes. If the source is outside its own segment, a lane reads
// its own value, except that __shfl_sync takes the source modulo the width.
template <class T>
T __shfl_sync(unsigned mask, T value, int source, int width = warpSize) {
  const unsigned lane = cuda_emulator::lane_in_warp(), size = static_cast<unsigned>(width);
  return cuda_emulator::shuffle(mask, value,
                                (lane & ~(size - 1)) + (static_cast<unsigned>(source) & (size - 1)));
}

template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize) {
  const unsigned lane = cuda_emulator::lane_in_warp(), size = static_cast<unsigned>(width);
  return cuda_emulator::shuffle(mask, value, (lane & (size - 1)) >= delta ? lane - delta : lane);
}

template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize) {
  const unsigned lane = cuda_emulator::lane_in_warp(), size = static_cast<unsigned>(width);
  return cuda_emulator::shuffle(mask, value, (lane & (size - 1)) + delta < size ? lane + delta : lane);
}

template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = warpSize) {
  const unsigned lane = cuda_emulator::lane_in_warp(), size = static_cast<unsigned>(width);
  const unsigned source = lane ^ static_cast<unsigned>(lane_mask);
  // A lower segment may be read, a higher one may not.
  return cuda_emulator::shuffle(mask, value, source <= (lane | (size - 1)) ? source : lane);
}

unsigned __ballot_sync(unsigned mask, int predicate);
int __all_sync(unsigned mask, int predicate);
int __any_sync(unsigned mask, int predicate);
/// The lanes of `mask` that have the same value as this one.
template <class T>
unsigned __match_any_sync(unsigned mask, T value) {
  return cuda_emulator::match_any(mask, cuda_emulator::bits_of(value));
}
/// Returns `mask` if all its lanes have the same value, which `*all_equal` reports too; otherwise 0.
template <class T>
unsigned __match_all_sync(unsigned mask, T value, int* all_equal) {
  const unsigned lanes = cuda_emulator::match_all(mask, cuda_emulator::bits_of(value));
  *all_equal = lanes != 0;
  return lanes;
}

unsigned __reduce_add_sync(unsigned mask, unsigned value);
unsigned __reduce_min_sync(unsigned mask, unsigned value);
unsigned __reduce_max_sync(unsigned mask, unsigned value);
int __reduce_add_sync(unsigned mask, int value);
int __reduce_min_sync(unsigned mask, int value);
int __reduce_max_sync(unsigned mask, int value);
unsigned __reduce_and_sync(unsigned mask, unsigned value);
unsigned __reduce_or_sync(unsigned mask, unsigned value);
unsigned __reduce_xor_sync(unsigned mask, unsigned value);

// Old votes, whose names programs could otherwise use: nvcc still declares them, but no processor supports
// them.
int any(bool) = delete;
int all(bool) = delete;
unsigned ballot(bool) = delete;

CUDA_EMULATOR_DEVICE_CODE_END
