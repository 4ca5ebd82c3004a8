// What the runner says of programs that behave and of programs that do not: the tables, under every kind of
// caller.

#include "runner/tests/behaviour.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

#include "runner/tests/callers.hpp"
#include "runner/tests/chroot.hpp"

#include CATCH2_HEADER

namespace {

void check_all_rows(Caller caller) {
  caller.signals_ignored = caller.descriptors_open = caller.environment_full = true;
  World world;
  Tally tally;
  for (const auto rows : {end_rows(), time_rows(), memory_rows(), process_rows(), output_rows(), file_rows(),
                          escape_rows(), network_rows(), kernel_rows(), spoofing_rows()}) {
    check_rows(rows, caller, world, tally);
  }
  int skipped = 0;
  for (const auto& [reason, number] : tally.skipped) {
    skipped += number;
    std::cout << fmt::format("  {:3} skipped, {}\n", number, reason);
  }
  std::cout << fmt::format("rows: {} passed, {} failed, {} skipped\n", tally.passed, tally.failed, skipped);
}

}  // namespace

TEST_CASE("all rows hold for whoever runs the tests", "[as-caller]") {
  std::cout << "As user " << geteuid() << ":\n";
  check_all_rows({});
}

TEST_CASE("all rows hold for an ordinary user", "[as-user]") {
  const auto user = ordinary_user();
  if (!user.obstacle.empty()) {
    std::cout << "As an ordinary user: skipped: " << user.obstacle << '\n';
    return;
  }
  std::cout << "As user " << *user.caller.user << ":\n";
  check_all_rows(user.caller);
}

TEST_CASE("all rows hold for an ordinary user with control groups", "[as-delegate]") {
  const DelegatedGroups groups;
  if (!groups.owner().obstacle.empty()) {
    std::cout << "In delegated control groups: skipped: " << groups.owner().obstacle << '\n';
    return;
  }
  std::cout << "As user " << *groups.owner().caller.user << " in delegated control groups:\n";
  check_all_rows(groups.owner().caller);
}

TEST_CASE("all rows hold in a chroot, which takes nothing away", "[in-chroot]") {
  const auto missing_outside = missing_isolation({});
  const ChrootTree tree;
  if (!tree.guest().obstacle.empty()) {
    std::cout << "In a chroot: skipped: " << tree.guest().obstacle << '\n';
    return;
  }
  std::cout << "In a chroot:\n";
  const std::string mounts_before = all_mounts();
  CHECK(missing_isolation(tree.guest().caller) == missing_outside);
  check_all_rows(tree.guest().caller);
  CHECK(all_mounts() == mounts_before);
}

TEST_CASE("what this machine lacks is reported", "[isolation]") {
  for (const auto& [name, reason] : missing_isolation({})) {
    std::cout << "isolation missing here: " << name << ": " << reason << '\n';
  }
}
