/// Reductions over the threads of a tile or a coalesced group.
#pragma once

#include "../cooperative_groups.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cooperative_groups {

template <class T = void>
struct plus {
  template <class A>
  A operator()(const A& a, const A& b) const {
    return a + b;
  }
};
template <class T = void>
struct less {
  template <class A>
  A operator()(const A& a, const A& b) const {
    return b < a ? b : a;
  }
};
template <class T = void>
struct greater {
  template <class A>
  A operator()(const A& a, const A& b) const {
    return a < b ? b : a;
  }
};
template <class T = void>
struct bit_and {
  template <class A>
  A operator()(const A& a, const A& b) const {
    return a & b;
  }
};
template <class T = void>
struct bit_or {
  template <class A>
  A operator()(const A& a, const A& b) const {
    return a | b;
  }
};
template <class T = void>
struct bit_xor {
  template <class A>
  A operator()(const A& a, const A& b) const {
    return a ^ b;
  }
};

/// Returns the reduced value to every thread, computed in the order of a tree, as on a device.
template <class Group, class T, class Operation>
T reduce(const Group& group, T value, Operation operation) {
  const unsigned int size = group.num_threads(), rank = group.thread_rank();
  for (unsigned int distance = 1; distance < size; distance *= 2) {
    const bool has_other = rank + distance < size;
    const T other = group.shfl(value, has_other ? rank + distance : rank);
    if (has_other) value = operation(value, other);
  }
  return group.shfl(value, 0);
}

}  // namespace cooperative_groups

CUDA_EMULATOR_DEVICE_CODE_END
