#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace runner {

/// What isolates a program in this run, and what was unavailable. It is filled while the sandbox is set up,
/// step by step, and ends in the facts.
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

  /// What was in force at the start, and was not to the end.
  void lose(std::string_view name, std::string_view reason) {
    std::erase(in_force, name);
    lack(name, reason);
  }

  bool has(std::string_view name) const {
    return std::find(in_force.begin(), in_force.end(), name) != in_force.end();
  }

  /// "user-namespace (clone: Operation not permitted), seccomp (...)": all that is missing.
  std::string describe_missing() const;
};

/// The record as JSON text: it crosses from the program's process to the keeper in this form, and stands so
/// in the facts: {"cgroup", "in_force", "missing"}.
std::string to_json_text(const Isolation& isolation);

/// Throws Failure when `text` is not what to_json_text() writes.
Isolation isolation_from_json_text(const std::string& text);

}  // namespace runner
