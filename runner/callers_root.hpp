#pragma once

#include "runner/descriptor.hpp"

namespace runner {

/// The root folder of this process, which in a chroot is not the root of its mount namespace: there neither
/// can propagation be switched off nor the root be exchanged.
class CallersRoot {
 public:
  /// Throws Failure, as all of this.
  CallersRoot();

  /// Goes to the root of the mount namespace: joining one leads there, also if it is the own (setns(2)).
  void leave() const;

  /// Goes back. Not to get back is the end: nothing may go on with more of the machine's tree than the caller
  /// has.
  void enter_again() const;

  /// No mount made from here on spreads to where the machine's own mounts are, nor the other way.
  void part_from_machine() const;

 private:
  Descriptor self_, folder_;
};

}  // namespace runner
