/// Copies that a group makes together. They are complete when the call returns.
#pragma once

#include <cstddef>

#include "../cooperative_groups.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cooperative_groups {

template <class Group, class T>
void memcpy_async(const Group& group, T* to, const T* from, std::size_t bytes) {
  for (std::size_t n = group.thread_rank(); n < bytes / sizeof(T); n += group.num_threads()) to[n] = from[n];
}
template <class Group>
void wait(const Group& group) {
  group.sync();
}
template <unsigned int Stages, class Group>
void wait_prior(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups

CUDA_EMULATOR_DEVICE_CODE_END
