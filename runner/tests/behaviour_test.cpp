// Tests what the runner reports about well-behaved and other programs: runs the tables under every kind of
// caller that the runner treats differently.

#include "runner/tests/behaviour.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

#include "runner/tests/callers.hpp"
#include "runner/tests/chroot.hpp"

#include CATCH2_HEADER

namespace {

using Tables = std::vector<std::span<const Row>>;

Tables all_tables() {
  return {end_rows(),  time_rows(),   memory_rows(),  process_rows(), output_rows(),
          file_rows(), escape_rows(), network_rows(), kernel_rows(),  spoofing_rows()};
}

/// An ordinary user's control groups are different: somebody has delegated them. They measure and limit, and
/// a program might leave them. Everything else is as for a user without them.
Tables tables_of_control_groups() {
  return {time_rows(), memory_rows(), process_rows(), escape_rows()};
}

/// Tables about files: in a chroot, mounts and paths differ. How programs are measured, limited and waited
/// for does not depend on it.
Tables tables_of_files() {
  return {file_rows(), escape_rows(), spoofing_rows()};
}

void check_tables(const Tables& tables, Rows which, Caller caller, const std::string& who) {
  std::cout << "rows " << who << ":\n";
  caller.signals_ignored = caller.descriptors_open = caller.environment_full = true;
  World world;
  Tally tally;
  for (const auto rows : tables) check_rows(rows, which, caller, world, tally);
  int skipped = 0;
  for (const auto& [reason, number] : tally.skipped) {
    skipped += number;
    std::cout << fmt::format("  skipped: {} rows {}: {}\n", number, who, reason);
  }
  std::cout << fmt::format("rows: {} passed, {} failed, {} skipped, {} retries\n", tally.passed, tally.failed,
                           skipped, tally.retries);
  if (which == Rows::timed)
    std::cout << fmt::format("  at most {} us beyond a bound\n", tally.excess_ns / 1000);
  CHECK(tally.passed > 0);
}

void as_caller(Rows which) {
  check_tables(all_tables(), which, {}, fmt::format("as user {}", geteuid()));
}

void as_user(Rows which) {
  const auto user = ordinary_user();
  if (!user.is_to_be_had()) return;
  check_tables(all_tables(), which, user.caller, "as an ordinary user");
}

void as_delegate(Rows which) {
  const DelegatedGroups groups;
  if (!groups.owner().is_to_be_had()) return;
  const auto& caller = groups.owner().caller;
  check_tables(tables_of_control_groups(), which, caller, "as an ordinary user with control groups");
}

}  // namespace

TEST_CASE("rows hold for every user who runs the tests", "[as-caller]") {
  as_caller(Rows::untimed);
}

TEST_CASE("timed rows hold for every user who runs the tests", "[as-caller][timed]") {
  as_caller(Rows::timed);
}

TEST_CASE("rows hold for an ordinary user", "[as-user]") {
  as_user(Rows::untimed);
}

TEST_CASE("timed rows hold for an ordinary user", "[as-user][timed]") {
  as_user(Rows::timed);
}

TEST_CASE("rows hold for an ordinary user with control groups", "[as-delegate]") {
  as_delegate(Rows::untimed);
}

TEST_CASE("timed rows hold for an ordinary user with control groups", "[as-delegate][timed]") {
  as_delegate(Rows::timed);
}

TEST_CASE("rows hold in a chroot, which takes nothing away", "[in-chroot]") {
  const auto missing_outside = missing_isolation({});
  const ChrootTree tree;
  if (!tree.guest().is_to_be_had()) return;
  const std::string mounts_before = all_mounts();
  CHECK(missing_isolation(tree.guest().caller) == missing_outside);
  check_tables(tables_of_files(), Rows::untimed, tree.guest().caller, "in a chroot");
  CHECK(all_mounts() == mounts_before);
}

TEST_CASE("what this machine lacks is reported", "[isolation]") {
  for (const auto& [name, reason] : missing_isolation({})) {
    std::cout << "skipped: isolation missing here: " << name << ": " << reason << '\n';
  }
}
