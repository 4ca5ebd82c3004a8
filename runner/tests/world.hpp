#pragma once

#include <string>

#include "runner/tests/start_runner.hpp"

/// What lies outside of every sandbox, and what no program
/// may reach: sockets that listen, shared memory, files.
class World {
 public:
  /// Tries everything from outside first: what even the tests cannot reach would prove nothing.
  World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;
  ~World();

  /// Replaces {port}, {abstract}, {socket}, {key}, {tests},
  /// {answer}, {world}, {set-user-id}, {programs} in `text`.
  std::string fill_in(std::string text) const;

  /// What somebody has reached, changed or left since the last question; empty: nothing.
  std::string damage();

 private:
  std::string state_of_files() const;

  TemporaryFolder folder_;
  int tcp_, abstract_, path_, segment_;
  int port_ = 0;
  int key_;
  std::string files_before_;
};
