#include "runner/tests/behaviour.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <thread>

#include "base/cores.hpp"
#include "runner/tests/descendants.hpp"

#include CATCH2_HEADER

namespace {

/// How far a time may exceed its bound. A busy machine, or a virtual one with busy neighbours, delays starts
/// and ends, and charges a program for disturbances. The error of a wrong runner, which counts time twice or
/// lets a program run on, is greater.
constexpr std::int64_t delay_by_others = 100 * ms;

/// A longer disturbance passes. A runner that is wrong is wrong at each attempt.
constexpr int tries_of_timed_rows = 5;
constexpr std::chrono::seconds pause_between_tries{1};

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// A sanitized runner's own memory and start count as the program's where there are only samples: its pages,
/// and the time to map them, outlive the fork.
const bool samples_are_exact = !runner_is_sanitized();
const bool times_are_bounded = !runner_is_sanitized();  // it is slower, too

/// 64 MiB of nothing after one line, which everybody might change.
void make_input(const std::string& path) {
  std::ofstream(path) << "first line of the input\n";
  std::filesystem::resize_file(path, 64 * mib);
  chmod(path.c_str(), 0666);  // only the sandbox may keep a program from writing
}

std::string state_of(const std::string& path) {
  struct stat facts {};
  stat(path.c_str(), &facts);
  return fmt::format("{} bytes, mode {:o}, changed {}.{:09}", facts.st_size, facts.st_mode,
                     facts.st_ctim.tv_sec, facts.st_ctim.tv_nsec);
}

/// Checks a row's run; returns a list of what is wrong.
class Verdict {
 public:
  template <class Found, class Expected>
  void equal(const char* what, const Found& found, const Expected& expected) {
    if (!(found == expected)) add(what, fmt::format("{}", found), fmt::format("{}", expected));
  }
  void within(const char* what, std::int64_t found, const Range& range) {
    if (found < range.least || found > range.most) {
      add(what, std::to_string(found), fmt::format("{} to {}", range.least, range.most));
    }
  }
  void holds(const char* what, const std::string& text, const std::string& part, bool wanted = true) {
    if ((text.find(part) != std::string::npos) != wanted) {
      add(what, text, fmt::format("{}'{}'", wanted ? "" : "not ", part));
    }
  }
  /// Checks an upper bound on a time, which other processes may delay; records by how much it was exceeded.
  void within_delayed(const char* what, std::int64_t found, const Range& range) {
    const bool is_bounded = range.most != Range().most && times_are_bounded;
    if (is_bounded) excess_ns = std::max(excess_ns, found - range.most);
    within(what, found, {range.least, is_bounded ? range.most + delay_by_others : Range().most});
  }
  std::vector<std::string> defects;
  std::int64_t excess_ns = 0;

 private:
  void add(const char* what, const std::string& found, const std::string& expected) {
    defects.push_back(fmt::format("{}: expected {}, found {}", what, expected, found));
  }
};

template <class T>
T value_or(const nlohmann::json& json, T other) {
  return json.is_null() ? other : json.get<T>();
}

void judge_facts(const Row& row, const nlohmann::json& facts, Verdict& verdict) {
  const auto outcome = facts["outcome"].get<std::string>();
  const bool ended_itself = outcome == "exited" || outcome == "signaled";
  verdict.equal("outcome", outcome, row.outcome);
  if (row.exit_code) verdict.equal("exit code", value_or(facts["exit_code"], -1), *row.exit_code);
  if (row.signal) verdict.equal("signal", value_or(facts["signal"], -1), *row.signal);
  verdict.equal("no signal name", facts["signal_name"].is_null(), facts["signal"].is_null());
  verdict.equal("no message", facts["message"].is_null(), ended_itself && row.message.empty());
  verdict.holds("message", value_or<std::string>(facts["message"], ""), row.message);
  if (samples_are_exact || !facts["isolation"]["cgroup"].is_null()) {
    verdict.within_delayed(
        "CPU time", facts["user_ns"].get<std::int64_t>() + facts["system_ns"].get<std::int64_t>(), row.cpu);
    verdict.within("memory", facts["peak_memory_bytes"], row.memory);
  }
  // The wall limit does not count waiting for a core, so delays by neighbours do not count here either.
  const auto& contention = facts["contention"];
  const std::int64_t waited_ns = contention.is_null() ? 0 : contention["waited_ns"].get<std::int64_t>();
  const std::int64_t wall_ns = facts["wall_ns"];
  verdict.within("wall time", wall_ns, {row.wall.least, Range().most});
  verdict.within_delayed("wall time without waiting", wall_ns - waited_ns,
                         {std::numeric_limits<std::int64_t>::min(), row.wall.most});
  verdict.within("bytes of stdout", facts["stdout_bytes"], row.stdout_bytes);
  verdict.within("bytes of stderr", facts["stderr_bytes"], row.stderr_bytes);
}

Verdict try_row(const Row& row, const Caller& caller, World& world) {
  const TemporaryFolder folder;
  const std::string input = folder / "input", facts = folder / "facts";
  make_input(input);
  const std::string input_before = state_of(input);
  const auto fill_in = [&](std::string text) {
    for (const auto& [place, value] : {std::pair{"{input}", input}, {"{facts}", facts}}) {
      const std::size_t at = text.find(place);
      if (at != std::string::npos) text.replace(at, std::string(place).size(), value);
    }
    return world.fill_in(text);
  };

  std::vector<std::string> arguments = {"run",      "--facts",      facts,      "--stdin",     input,
                                        "--stdout", folder / "out", "--stderr", folder / "err"};
  for (const auto& word : words(fill_in(row.options))) arguments.push_back(word);
  arguments.emplace_back("--");
  auto command = words(fill_in(row.command));
  if (command[0][0] != '/') command[0] = test_program(command[0]);
  arguments.insert(arguments.end(), command.begin(), command.end());

  StartedRunner started(folder, arguments, caller);
  const int runner_exit = started.wait();
  Verdict verdict;
  verdict.equal("processes left behind", fmt::format("{}", living_descendants()), "[]");
  verdict.equal("damage outside", world.damage(), "");
  verdict.equal("input", state_of(input), input_before);
  verdict.equal("runner's exit code", runner_exit, 0);
  if (runner_exit != 0) {
    verdict.equal("runner's messages", started.messages(), "");
    return verdict;
  }
  const auto found = facts_in(facts);
  judge_facts(row, found, verdict);
  const std::string out = text_of_file(folder / "out");
  for (const auto& part : row.says) verdict.holds("stdout", out, fill_in(part));
  for (const auto& part : row.never_says) verdict.holds("stdout", out, fill_in(part), false);
  if (!verdict.defects.empty()) {
    verdict.defects.push_back("facts: " + found.dump());
    verdict.defects.push_back("stdout: " + out.substr(0, 2000));
    verdict.defects.push_back("stderr: " + text_of_file(folder / "err").substr(0, 500));
  }
  return verdict;
}

bool is_timed(const Row& row) {
  return row.cpu.most != Range().most || row.wall.most != Range().most;
}

/// Traits of the machine, besides isolation, that rows may need, with the reason if one is missing.
std::map<std::string, std::string> missing_traits() {
  std::map<std::string, std::string> missing;
#ifndef __x86_64__
  missing["x86-64"] = "this is another processor";
#endif
  if (geteuid() != 0) missing["root-tests"] = "the tests do not run as root";
  if (access("/usr/bin/python3", X_OK) != 0) missing["python3"] = "there is no /usr/bin/python3";
  const std::vector<int> cores = base::usable_cores();
  if (cores.size() < 2 || cores[0] != 0 || cores[1] != 1) {
    missing["two-cores"] = "there are no cores 0 and 1";
  }
  return missing;
}

}  // namespace

std::map<std::string, std::string> missing_isolation(const Caller& caller) {
  const TemporaryFolder folder;
  StartedRunner started(folder,
                        {"run", "--facts", folder / "facts", "--memory-limit-bytes", "100000000", "--",
                         test_program("exit_with"), "0"},
                        caller);
  const int runner_exit = started.wait();
  INFO(started.messages());
  REQUIRE(runner_exit == 0);
  std::map<std::string, std::string> missing;
  const auto facts = facts_in(folder / "facts");
  for (const auto& item : facts["isolation"]["missing"]) missing[item["name"]] = item["reason"];
  return missing;
}

void check_rows(std::span<const Row> rows, Rows which, const Caller& caller, World& world, Tally& tally) {
  auto missing = missing_isolation(caller);
  missing.merge(missing_traits());
  for (const auto& row : rows) {
    if (is_timed(row) != (which == Rows::timed)) continue;
    std::string obstacle;
    for (const auto& need : words(row.needs)) {
      if (missing.contains(need)) obstacle = fmt::format("no {}: {}", need, missing[need]);
    }
    if (!obstacle.empty()) {
      ++tally.skipped[obstacle];
      continue;
    }
    Verdict verdict = try_row(row, caller, world);
    for (int tries = 1;
         !verdict.defects.empty() && is_timed(row) && times_are_bounded && tries < tries_of_timed_rows;
         ++tries) {
      ++tally.retries;
      std::cout << fmt::format("  try {} of at most {}: the program that {}: {}\n", tries,
                               tries_of_timed_rows, row.behaviour, verdict.defects.front());
      std::this_thread::sleep_for(pause_between_tries);
      verdict = try_row(row, caller, world);
    }
    tally.excess_ns = std::max(tally.excess_ns, verdict.excess_ns);
    ++(verdict.defects.empty() ? tally.passed : tally.failed);
    INFO("the program that " << row.behaviour << " (" << row.command << ")");
    for (const auto& defect : verdict.defects) UNSCOPED_INFO(defect);
    CHECK(verdict.defects.empty());
  }
}
