/// Lets one thread of a group work for all.
#pragma once

#include <type_traits>
#include <utility>

#include "../cuda_emulator/qualifiers.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cooperative_groups {

template <class Group, class Function, class... Arguments>
void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}

/// Every thread gets the result.
template <class Group, class Function, class... Arguments>
auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments) {
  std::decay_t<decltype(function(std::forward<Arguments>(arguments)...))> result;
  if (group.thread_rank() == 0)
    result = std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups

CUDA_EMULATOR_DEVICE_CODE_END
