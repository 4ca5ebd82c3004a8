#pragma once

#include <string>
#include <vector>

#include "runner/tests/start_runner.hpp"

/// A kind of caller under which everything must hold.
struct CallerOrObstacle {
  Caller caller = {};
  std::string obstacle = {};  ///< why it cannot be tested here; empty if it can

  /// Whether it can be tested; if not, prints that in the form that `judge test` recognises.
  bool is_to_be_had() const;
};

/// An ordinary user, for when root runs the tests; the build must be accessible to that user.
CallerOrObstacle ordinary_user();

/// Control groups that belong to an ordinary user, as systemd delegates them: in each hierarchy that the
/// runner uses a folder, which lives as long as the object.
class DelegatedGroups {
 public:
  DelegatedGroups();
  DelegatedGroups(const DelegatedGroups&) = delete;
  DelegatedGroups& operator=(const DelegatedGroups&) = delete;
  ~DelegatedGroups();

  /// The ordinary user inside them.
  const CallerOrObstacle& owner() const { return owner_; }

 private:
  CallerOrObstacle owner_;
};

/// Names of all control groups that a runner of `caller` may have made, "warp-judge-...", with their folder.
std::vector<std::string> groups_of_runs(const Caller& caller);
