#include "runner/outcome.hpp"

#include <csignal>

#include CATCH2_HEADER

using namespace runner;

namespace {

constexpr Limits all_limits{100, 200, 1000, 500, 10};
constexpr Usage modest{50, 60, 700, 300, 4};  // CPU, wall, memory, output, processes

int exited_with(int code) {
  return code << 8;
}  // as wait(2) tells it
int killed_by(int signal_number) {
  return signal_number;
}

Ending ending(int wait_status, const Usage& now = modest) {
  Ending result;
  result.wait_status = wait_status;
  result.now = now;
  return result;
}

}  // namespace

TEST_CASE("usage up to a limit does not meet it, one more does") {
  Usage usage{100, 200, 1000, 500, 10};
  CHECK(!first_limit_met({}, usage, all_limits));
  SECTION("CPU") {
    ++usage.cpu_ns;
    CHECK(first_limit_met({}, usage, all_limits) == Limit::cpu);
  }
  SECTION("wall") {
    ++usage.wall_ns;
    CHECK(first_limit_met({}, usage, all_limits) == Limit::wall);
  }
  SECTION("memory") {
    ++usage.memory_bytes;
    CHECK(first_limit_met({}, usage, all_limits) == Limit::memory);
  }
  SECTION("output") {
    ++usage.output_bytes;
    CHECK(first_limit_met({}, usage, all_limits) == Limit::output);
  }
  SECTION("processes") {
    ++usage.processes;
    CHECK(first_limit_met({}, usage, all_limits) == Limit::processes);
  }
}

TEST_CASE("a limit that is not set is never met") {
  const Usage huge{INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
  CHECK(!first_limit_met({}, huge, {}));
  Limits only_memory;
  only_memory.memory_bytes = 5;
  CHECK(first_limit_met({}, huge, only_memory) == Limit::memory);
}

TEST_CASE("of two limits passed between two samples the earlier one counts") {
  const Usage before{90, 150, 0, 0, 0};
  // CPU has 10 of its 40 to go, wall 50 of its 60.
  CHECK(first_limit_met(before, {130, 210, 0, 0, 0}, all_limits) == Limit::cpu);
  // CPU has 10 of its 11 to go, wall 50 of its 100.
  CHECK(first_limit_met(before, {101, 250, 0, 0, 0}, all_limits) == Limit::wall);
  // At the same moment: in the order of the enumeration.
  CHECK(first_limit_met({0, 0, 0, 0, 0}, {200, 400, 2000, 0, 0}, all_limits) == Limit::cpu);
}

TEST_CASE("how a program ended is told when it met no limit") {
  CHECK(decide_outcome(ending(exited_with(0)), all_limits) == Outcome::exited);
  CHECK(decide_outcome(ending(exited_with(7)), all_limits) == Outcome::exited);
  CHECK(decide_outcome(ending(killed_by(SIGSEGV)), all_limits) == Outcome::signaled);
  CHECK(decide_outcome(ending(killed_by(SIGKILL)), all_limits) == Outcome::signaled);
}

TEST_CASE("a limit outranks how the program ended") {
  const Usage slow{101, 150, 700, 300, 4};
  CHECK(decide_outcome(ending(exited_with(0), slow), all_limits) == Outcome::cpu_limit);
  CHECK(decide_outcome(ending(killed_by(SIGSEGV), slow), all_limits) == Outcome::cpu_limit);
  CHECK(decide_outcome(ending(killed_by(SIGKILL), slow), {}) == Outcome::signaled);
}

TEST_CASE("the limit for which the program was killed outranks one passed during the killing") {
  Ending killed = ending(killed_by(SIGKILL), {101, 999, 700, 300, 4});
  killed.before = {101, 150, 700, 300, 4};
  for (const auto& [limit, outcome] : {std::pair{Limit::cpu, Outcome::cpu_limit},
                                       {Limit::wall, Outcome::wall_limit},
                                       {Limit::memory, Outcome::memory_limit},
                                       {Limit::output, Outcome::output_limit},
                                       {Limit::processes, Outcome::process_limit}}) {
    killed.stopped_by = limit;
    CHECK(decide_outcome(killed, all_limits) == outcome);
  }
}

TEST_CASE("SIGXFSZ is the output limit only where there is one") {
  CHECK(decide_outcome(ending(killed_by(SIGXFSZ)), all_limits) == Outcome::output_limit);
  CHECK(decide_outcome(ending(killed_by(SIGXFSZ)), {}) == Outcome::signaled);
}

TEST_CASE("a failed start outranks everything") {
  Ending failed = ending(killed_by(SIGSEGV), {101, 999, 7000, 3000, 40});
  failed.stopped_by = Limit::cpu;
  failed.start_failed = true;
  CHECK(decide_outcome(failed, all_limits) == Outcome::start_failed);
}

TEST_CASE("outcomes have the names of the facts, and limits an explanation") {
  const Limits limits{1'000'000'000, 2'000'000'000, 1000, 500, 10};
  const Usage usage{1'004'000'000, 2'100'000'000, 1024, 501, 11};
  const auto row = [&](Outcome outcome) {
    return std::string(name(outcome)) + ": " + explain(outcome, usage, limits).value_or("-");
  };
  CHECK(row(Outcome::exited) == "exited: -");
  CHECK(row(Outcome::signaled) == "signaled: -");
  CHECK(row(Outcome::cpu_limit) == "cpu-limit: CPU time 1.004 s passed the limit of 1.000 s");
  CHECK(row(Outcome::wall_limit) == "wall-limit: wall time 2.100 s passed the limit of 2.000 s");
  CHECK(row(Outcome::memory_limit) == "memory-limit: memory 1024 bytes passed the limit of 1000 bytes");
  CHECK(row(Outcome::output_limit) == "output-limit: a file would have grown past the limit of 500 bytes");
  CHECK(row(Outcome::process_limit) ==
        "process-limit: more than the limit of 10 processes and threads at once");
  CHECK(row(Outcome::start_failed) == "start-failed: -");
}
