// Tests that time which a program loses to others is measured and does not count towards its wall limit.

#include "runner/sandbox/keeper/contention.hpp"

#include <csignal>
#include <memory>

#include "base/cores.hpp"
#include "runner/tests/callers.hpp"

#include CATCH2_HEADER

using runner::is_ready;
using runner::parse_machine_times;
using runner::parse_run_times;

namespace {

constexpr std::int64_t ms = 1'000'000;

std::string one_core() {
  return std::to_string(base::usable_cores().front());
}

/// Runs a program on that core, with others that constantly want the same core.
nlohmann::json run_beside(int others, const std::vector<std::string>& options,
                          const std::vector<std::string>& command) {
  const std::string core = one_core();
  const TemporaryFolder folder;
  std::vector<std::unique_ptr<TemporaryFolder>> folders;
  std::vector<std::unique_ptr<StartedRunner>> neighbours;
  for (int i = 0; i < others; ++i) {
    folders.push_back(std::make_unique<TemporaryFolder>());
    neighbours.push_back(std::make_unique<StartedRunner>(
        *folders.back(),
        std::vector<std::string>{"run", "--facts", *folders.back() / "facts", "--cores", core,
                                 "--wall-limit-ms", "30000", "--", test_program("busy_loop")}));
  }
  std::vector<std::string> arguments = {"run", "--facts", folder / "facts", "--cores", core};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.emplace_back("--");
  arguments.insert(arguments.end(), command.begin(), command.end());
  StartedRunner started(folder, arguments);
  REQUIRE(started.wait() == 0);
  for (auto& neighbour : neighbours) neighbour->send(SIGTERM);
  return facts_in(folder / "facts");
}

}  // namespace

TEST_CASE("the texts of the kernel are read") {
  const auto times = parse_machine_times("cpu  100 2 30 4000 5 6 7 80 0 0\ncpu0 1 2 3\n");
  REQUIRE(times);
  CHECK(times->busy_ns == 145 * 10 * ms);
  CHECK(times->stolen_ns == 80 * 10 * ms);
  CHECK(!parse_machine_times(""));
  CHECK(!parse_machine_times("cpu0 100 2 30 4000 5 6 7 80 0 0"));
  CHECK(!parse_machine_times("cpu 1 2 3"));  // Linux before 2.6.11 reported no stolen time
  CHECK(parse_run_times("200200 21383189 2\n").value().ran_ns == 200200);
  CHECK(parse_run_times("200200 21383189 2\n").value().waited_ns == 21383189);
  CHECK(!parse_run_times("200200"));
  CHECK(!parse_run_times(""));
  CHECK(is_ready("12 (a) S) R 1 12"));
  CHECK(!is_ready("12 (a) R) S 1 12"));
  CHECK(!is_ready(""));
}

TEST_CASE("a wait counts in whole, though it began in an earlier interval than the one in which it is told") {
  // Under a quota of a tenth: it runs for 10 ms of 100, and is looked at 5 ms and 55 ms after it began to run.
  runner::CountedWaits waits;
  std::int64_t counted = 0;
  for (int period = 0; period < 10; ++period) {
    counted += waits.count(45 * ms, period == 0 ? 0 : 90 * ms, true);
    counted += waits.count(45 * ms, 0, true);
  }
  CHECK(counted == 9 * 90 * ms);
}

TEST_CASE("only time in which its cores did not work for the program counts") {
  runner::CountedWaits threads;  // four on one core: the three others wait
  CHECK(threads.count(0, 150 * ms, true) == 0);
  runner::CountedWaits sleeper;  // nothing of it is ready: what it slept is not kept
  CHECK(sleeper.count(50 * ms, 0, false) == 0);
  CHECK(sleeper.count(0, 150 * ms, true) == 0);
}

TEST_CASE("time spent waiting for a core is reported, and not counted by the wall limit", "[alone]") {
  const auto facts = run_beside(3, {"--wall-limit-ms", "700"}, {test_program("burn_cpu"), "400"});
  INFO(facts.dump(2));
  CHECK(facts["outcome"] == "exited");
  CHECK(facts["wall_ns"] > 700 * ms);
  REQUIRE(facts["contention"]["waited_ns"].is_number());
  CHECK(facts["wall_ns"].get<std::int64_t>() - facts["contention"]["waited_ns"].get<std::int64_t>() <=
        700 * ms);
  CHECK(facts["contention"]["others_cpu_ns"] > 0);
  CHECK(!facts["contention"]["stolen_ns"].is_null());
}

TEST_CASE("a program that sleeps waits for no core: the wall limit ends it, whatever runs next to it",
          "[alone]") {
  const int others = GENERATE(0, 3);
  const auto facts = run_beside(others, {"--wall-limit-ms", "300"}, {test_program("sleep_forever")});
  INFO(facts.dump(2));
  CHECK(facts["outcome"] == "wall-limit");
  CHECK(facts["contention"]["waited_ns"] < 100 * ms);
}

TEST_CASE("threads that wait for each other wait for no other program", "[alone]") {
  // Four threads on one core: ready for four times as long as they run.
  const auto facts = run_beside(0, {"--wall-limit-ms", "300"}, {test_program("busy_threads")});
  INFO(facts.dump(2));
  CHECK(facts["outcome"] == "wall-limit");
}

TEST_CASE("threads that end together do not keep the end of the program from being noticed", "[alone]") {
  // Where the runner's priority kept them from their only core, that took a second, in more than half of the runs.
  for (int run = 0; run < 8; ++run) {
    const auto facts = run_beside(0, {}, {test_program("threads_end_together")});
    INFO(facts.dump(2));
    CHECK(facts["outcome"] == "exited");
    CHECK(facts["wall_ns"] < 900 * ms);
  }
}
