#pragma once

#include "base/descriptor.hpp"

namespace runner {

/// The root folder of this process, which in a chroot is not the root of its mount namespace: there,
/// propagation cannot be switched off, nor can the root be replaced.
class CallersRoot {
 public:
  /// Throws Failure, like the other functions here.
  CallersRoot();

  /// Goes to the root of the mount namespace: joining one leads there, also if it is the own (setns(2)).
  void leave() const;

  /// Goes back. Failing to get back is fatal: nothing may continue
  /// with more of the machine's tree than the caller has.
  void enter_again() const;

  /// Separates the mounts: from here on none propagates to the machine's own, nor the reverse.
  void part_from_machine() const;

 private:
  base::Descriptor self_, folder_;
};

}  // namespace runner
