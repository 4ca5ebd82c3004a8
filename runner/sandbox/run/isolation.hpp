#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

/// What isolates a program in this run, and what was missing. It is filled in step by step while the sandbox
/// is set up, and becomes part of the facts.
struct Isolation {
  struct Missing {
    std::string name;
    std::string reason;
  };

  std::string cgroup;  ///< "v2", "v1", or empty: none
  std::vector<std::string> in_force;
  std::vector<Missing> missing;

  void add(std::string_view name) { in_force.emplace_back(name); }
  void lack(std::string_view name, std::string_view reason) {
    missing.push_back({std::string(name), std::string(reason)});
  }

  /// A part that was in force at the start, but not to the end.
  void lose(std::string_view name, std::string_view reason) {
    std::erase(in_force, name);
    lack(name, reason);
  }

  bool has(std::string_view name) const {
    return std::find(in_force.begin(), in_force.end(), name) != in_force.end();
  }

  /// "user-namespace (clone: Operation not permitted), seccomp (...)": everything that is missing.
  std::string describe_missing() const;
};

/// The record as JSON text: it is sent from the program's process to the keeper in this form, which is also
/// that of the facts: {"cgroup", "in_force", "missing"}.
std::string to_json_text(const Isolation& isolation);

/// Throws Failure when `text` is not what to_json_text() writes.
Isolation isolation_from_json_text(const std::string& text);

}  // namespace runner
