#pragma once

#include "runner/tests/callers.hpp"

/// A folder with all of the machine that the runner and its tests need, to be entered with chroot(2). As is
/// usual with chroot(8) it is no mount point itself. The mounts below it are seen by the test process alone,
/// and spread to mount namespaces that are made later, as they do under systemd.
class ChrootTree {
 public:
  ChrootTree();
  ChrootTree(const ChrootTree&) = delete;
  ChrootTree& operator=(const ChrootTree&) = delete;
  ~ChrootTree();

  /// The user who runs the tests, inside it.
  const CallerOrObstacle& guest() const { return guest_; }

 private:
  TemporaryFolder folder_;
  CallerOrObstacle guest_;
};

/// All mounts visible to this process, as text.
std::string all_mounts();
