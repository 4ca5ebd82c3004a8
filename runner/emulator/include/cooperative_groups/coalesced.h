#pragma once

#include "lanes.h"
#include "tile.h"

CUDA_EMULATOR_DEVICE_CODE_BEGIN

namespace cooperative_groups {

/// The lanes that are at the same place in the code.
class coalesced_group : public lanes_group {
 public:
  explicit coalesced_group(unsigned int mask) : lanes_group(mask) {}
  unsigned int meta_group_rank() const { return 0; }
  unsigned int meta_group_size() const { return 1; }
};

/// Inlined, so that each call is at its own place in the code.
__attribute__((always_inline)) inline coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}

/// The lanes of `group` that have the same label.
template <class Group, class Label>
coalesced_group labeled_partition(const Group& group, Label label) {
  return coalesced_group(group.lanes_with_label(label));
}
template <class Group>
coalesced_group binary_partition(const Group& group, bool predicate) {
  return labeled_partition(group, static_cast<int>(predicate));
}

}  // namespace cooperative_groups

CUDA_EMULATOR_DEVICE_CODE_END
