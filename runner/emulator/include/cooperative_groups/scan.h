/// Prefix sums over the threads of a tile or a coalesced group.
#pragma once

#include "reduce.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cooperative_groups {

template <class Group, class T, class Operation = plus<T>>
T inclusive_scan(const Group& group, T value, Operation operation = {}) {
  const unsigned int size = group.num_threads(), rank = group.thread_rank();
  for (unsigned int distance = 1; distance < size; distance *= 2) {
    const T other = group.shfl(value, rank >= distance ? rank - distance : rank);
    if (rank >= distance) value = operation(other, value);
  }
  return value;
}

/// The first thread gets T().
template <class Group, class T, class Operation = plus<T>>
T exclusive_scan(const Group& group, T value, Operation operation = {}) {
  const unsigned int rank = group.thread_rank();
  const T previous = group.shfl(inclusive_scan(group, value, operation), rank ? rank - 1 : 0);
  return rank ? previous : T();
}

}  // namespace cooperative_groups

CUDA_EMULATOR_DEVICE_CODE_END
