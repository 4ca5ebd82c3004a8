// What the runner says of programs that behave and of programs that do not: one table.

#include <csignal>
#include <fstream>
#include <limits>
#include <optional>

#include "runner/tests/start_runner.hpp"

#include CATCH2_HEADER

namespace {

constexpr std::int64_t ms = 1'000'000;
constexpr std::int64_t mib = 1 << 20;

struct Range {
  std::int64_t least = 0;
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

struct Row {
  std::string behaviour;
  std::vector<std::string> command;  ///< a program of runner/tests/programs and its arguments
  std::vector<std::string> limits;   ///< as options of the runner
  std::string outcome;
  std::optional<int> exit_code = {};
  std::optional<int> signal = {};
  Range cpu = {};  ///< user and system
  Range wall = {};
  Range memory = {};
  std::optional<std::int64_t> stdout_bytes = {};
  std::optional<std::int64_t> stderr_bytes = {};
};

std::vector<std::string> cpu(int milliseconds) {
  return {"--cpu-limit-ms", std::to_string(milliseconds)};
}
std::vector<std::string> wall(int milliseconds) {
  return {"--wall-limit-ms", std::to_string(milliseconds)};
}
std::vector<std::string> memory(std::int64_t mebibytes) {
  return {"--memory-limit-bytes", std::to_string(mebibytes * mib)};
}
std::vector<std::string> output(std::int64_t bytes) {
  return {"--output-limit-bytes", std::to_string(bytes)};
}
std::vector<std::string> processes(int number) {
  return {"--process-limit", std::to_string(number)};
}

std::vector<std::string> both(std::vector<std::string> one, const std::vector<std::string>& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

// Adding a behaviour: a program in runner/tests/programs and a row here. Each limit has a good control just
// below.
const std::vector<Row> rows = {
    // How programs end.
    {"exits 0",
     {"exit_with", "0"},
     cpu(500),
     "exited",
     0,
     {},
     {0, 100 * ms},
     {1, 5'000 * ms},
     // Until exec it is a copy of the runner, which is large under the sanitizers.
     {100'000, 64 * mib}},
    {"exits 7", {"exit_with", "7"}, {}, "exited", 7},
    {"exits 255", {"exit_with", "255"}, {}, "exited", 255},
    {"aborts", {"abort"}, {}, "signaled", {}, SIGABRT},
    {"writes nowhere", {"segfault"}, {}, "signaled", {}, SIGSEGV},
    {"divides by zero", {"divide_by_zero"}, {}, "signaled", {}, SIGFPE},

    // CPU time.
    {"burns 500 ms", {"burn_cpu", "500"}, {}, "exited", 0, {}, {500 * ms, 550 * ms}},
    {"burns 250 of 300 ms", {"burn_cpu", "250"}, cpu(300), "exited", 0, {}, {250 * ms, 300 * ms}},
    {"burns 303 of 300 ms and exits",
     {"burn_cpu", "303"},
     cpu(300),
     "cpu-limit",
     {},
     {},
     {300 * ms, 350 * ms}},
    {"loops", {"busy_loop"}, cpu(200), "cpu-limit", {}, SIGKILL, {200 * ms, 260 * ms}},
    {"loops past the wall",
     {"busy_loop"},
     both(cpu(5'000), wall(200)),
     "wall-limit",
     {},
     SIGKILL,
     {1, 300 * ms}},
    {"ignores signals", {"stubborn_busy_loop"}, cpu(200), "cpu-limit", {}, SIGKILL, {200 * ms, 260 * ms}},
    {"loops in four threads", {"busy_threads"}, cpu(400), "cpu-limit", {}, SIGKILL, {400 * ms, 520 * ms}},
    {"a child burns unwaited for",
     {"unwaited_child_burns", "150"},
     {},
     "exited",
     0,
     {},
     {150 * ms, 200 * ms}},
    {"a child burns too much",
     {"unwaited_child_burns", "5000"},
     cpu(200),
     "cpu-limit",
     {},
     SIGKILL,
     {200 * ms, 260 * ms}},
    {"children in nobody's account", {"ignored_children_burn"}, {}, "exited", 0, {}, {200 * ms, 500 * ms}},
    {"the same over the limit",
     {"ignored_children_burn"},
     cpu(200),
     "cpu-limit",
     {},
     SIGKILL,
     {200 * ms, 260 * ms}},

    // Wall time.
    {"sleeps 100 ms", {"sleep", "100"}, wall(2'000), "exited", 0, {}, {0, 50 * ms}, {100 * ms, 2'000 * ms}},
    {"sleeps forever",
     {"sleep_forever"},
     wall(200),
     "wall-limit",
     {},
     SIGKILL,
     {0, 50 * ms},
     {200 * ms, 1'000 * ms}},
    {"stops itself",
     {"stop_itself"},
     wall(150),
     "wall-limit",
     {},
     SIGKILL,
     {0, 50 * ms},
     {150 * ms, 1'000 * ms}},
    {"hides in a session", {"escape_session"}, wall(150), "wall-limit", {}, SIGKILL, {0, 50 * ms}},

    // Left behind.
    {"an orphan goes on burning",
     {"orphan_burns"},
     wall(5'000),
     "exited",
     0,
     {},
     {0, 500 * ms},
     {0, 1'000 * ms}},
    {"a daemon goes on sleeping", {"sleeping_daemon"}, wall(5'000), "exited", 0, {}, {}, {0, 1'000 * ms}},

    // Processes: a family of n has n + 1 members.
    {"a family as large as allowed", {"fork_family", "19"}, processes(20), "exited", 0},
    {"a family one too large", {"fork_family", "20"}, processes(20), "process-limit", {}, SIGKILL},
    {"as many threads as allowed", {"busy_threads"}, both(processes(5), cpu(100)), "cpu-limit", {}, SIGKILL},
    {"one thread too many", {"busy_threads"}, both(processes(4), cpu(1'000)), "process-limit", {}, SIGKILL},
    {"a fork bomb", {"fork_bomb"}, processes(30), "process-limit", {}, SIGKILL},
    {"a fork bomb of sessions", {"fork_bomb", "sessions"}, processes(30), "process-limit", {}, SIGKILL},

    // Memory.
    {"fills 100 MiB", {"touch_memory", "100"}, {}, "exited", 0, {}, {}, {}, {100 * mib, 104 * mib}},
    {"fills 58 of 64 MiB", {"touch_memory", "58"}, memory(64), "exited", 0, {}, {}, {}, {58 * mib, 64 * mib}},
    {"fills 65 of 64 MiB and exits",
     {"touch_memory", "65"},
     memory(64),
     "memory-limit",
     {},
     {},
     {},
     {},
     {64 * mib, 70 * mib}},
    {"hogs the heap", {"heap_hog"}, memory(64), "memory-limit", {}, SIGKILL, {}, {}, {64 * mib, 512 * mib}},
    {"leaks slowly", {"slow_leak"}, memory(32), "memory-limit", {}, SIGKILL, {}, {}, {32 * mib, 64 * mib}},
    {"shares its memory",
     {"shared_memory_family"},
     memory(64),
     "exited",
     0,
     {},
     {},
     {},
     {40 * mib, 64 * mib}},
    {"lends its memory",
     {"vfork_in_large_process"},
     memory(64),
     "exited",
     0,
     {},
     {},
     {},
     {40 * mib, 64 * mib}},
    {"fills 128 MiB of stack", {"stack_hog", "128"}, {}, "exited", 0, {}, {}, {}, {128 * mib, 140 * mib}},

    // Output.
    {"writes all that is allowed",
     {"write_bytes", "10000"},
     output(10'000),
     "exited",
     0,
     {},
     {},
     {},
     {},
     10'000,
     0},
    {"writes one byte more",
     {"write_bytes", "10001"},
     output(10'000),
     "output-limit",
     {},
     {},
     {},
     {},
     {},
     10'001,
     0},
    {"writes endlessly",
     {"endless_output", "1"},
     output(mib),
     "output-limit",
     {},
     SIGXFSZ,
     {},
     {},
     {},
     mib + 1,
     0},
    {"complains endlessly",
     {"endless_output", "2"},
     output(mib),
     "output-limit",
     {},
     SIGXFSZ,
     {},
     {},
     {},
     0,
     mib + 1},
    {"writes on at the limit",
     {"stubborn_writer"},
     output(mib),
     "output-limit",
     {},
     SIGKILL,
     {},
     {},
     {},
     mib + 1,
     0},
    {"writes too large a file",
     {"write_file"},
     output(mib / 2),
     "output-limit",
     {},
     SIGXFSZ,
     {},
     {},
     {},
     0,
     0},
    {"writes a file just allowed", {"write_file"}, output(mib), "exited", 0, {}, {}, {}, {}, 0, 0},

    // Streams and what is inherited.
    {"closes its streams", {"close_standard_streams"}, {}, "exited", 0},
    {"does not read its input", {"exit_with", "0"}, {"--stdin", "input"}, "exited", 0},
    {"finds no open descriptor", {"check_descriptors"}, {}, "exited", 0},
    {"finds all signals as they should be", {"check_signals"}, {}, "exited", 0},

    // Programs that cannot start.
    {"is not there", {"no-such-program"}, {}, "start-failed"},
    {"is not executable", {"../../CMakeCache.txt"}, {}, "start-failed"},
    {"is a folder", {""}, {}, "start-failed"},
};

void make_sparse_file(const std::string& path, std::uintmax_t bytes) {
  std::ofstream{path};
  std::filesystem::resize_file(path, bytes);
}

template <class T>
std::optional<T> value(const nlohmann::json& json) {
  return json.is_null() ? std::nullopt : std::optional<T>(json.get<T>());
}

void check_within(const char* what, std::int64_t found, const Range& range) {
  CAPTURE(what, found, range.least, range.most);
  CHECK(found >= range.least);
  CHECK(found <= range.most);
}

}  // namespace

TEST_CASE("the facts tell what each program did") {
  const Row& row = rows[GENERATE(range(std::size_t{0}, rows.size()))];
  const TemporaryFolder folder;
  std::vector<std::string> arguments = {"run",          "--facts",      folder / "facts",
                                        "--stdout",     folder / "out", "--stderr",
                                        folder / "err", "--work-dir",   folder / ""};
  for (const auto& word : row.limits) arguments.push_back(word == "input" ? folder / word : word);
  make_sparse_file(folder / "input", 64 * mib);
  arguments.emplace_back("--");
  arguments.push_back(test_program(row.command[0]));
  arguments.insert(arguments.end(), row.command.begin() + 1, row.command.end());

  StartedRunner started(folder, arguments, {false, true, true});
  const int runner_exit = started.wait();
  const auto left_behind = started.processes();
  INFO("the program that " << row.behaviour);
  INFO(started.messages());
  REQUIRE(runner_exit == 0);
  CHECK(left_behind.empty());

  const auto facts = facts_in(folder / "facts");
  INFO(facts.dump(2));
  CHECK(facts["outcome"] == row.outcome);
  if (row.exit_code) CHECK(value<int>(facts["exit_code"]) == row.exit_code);
  if (row.signal) CHECK(value<int>(facts["signal"]) == row.signal);
  CHECK(facts["exit_code"].is_null() == (facts["outcome"] == "start-failed" || !facts["signal"].is_null()));
  CHECK(facts["signal"].is_null() == facts["signal_name"].is_null());
  CHECK(facts["message"].is_null() == (row.outcome == "exited" || row.outcome == "signaled"));
  check_within("CPU time", facts["user_ns"].get<std::int64_t>() + facts["system_ns"].get<std::int64_t>(),
               row.cpu);
  check_within("wall time", facts["wall_ns"], row.wall);
  check_within("memory", facts["peak_memory_bytes"], row.memory);
  if (row.stdout_bytes) CHECK(facts["stdout_bytes"] == *row.stdout_bytes);
  if (row.stderr_bytes) CHECK(facts["stderr_bytes"] == *row.stderr_bytes);
}

TEST_CASE("the facts have every key of format 1, in order") {
  const TemporaryFolder folder;
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--", test_program("segfault")});
  REQUIRE(started.wait() == 0);
  const auto facts = nlohmann::ordered_json::parse(text_of_file(folder / "facts"));
  std::vector<std::string> keys;
  for (const auto& [key, ignored] : facts.items()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"format_version", "outcome", "exit_code", "signal", "signal_name",
                                         "user_ns", "system_ns", "wall_ns", "peak_memory_bytes",
                                         "stdout_bytes", "stderr_bytes", "gpu", "isolation", "message"});
  CHECK(facts["format_version"] == 1);
  CHECK(facts["signal_name"] == "SIGSEGV");
  CHECK(facts["gpu"].is_null());
  CHECK(facts["isolation"]["in_force"] ==
        nlohmann::ordered_json({"process-group", "parent-death-signal", "closed-descriptors",
                                "no-new-privileges", "rlimits", "child-subreaper"}));
  CHECK(facts["isolation"]["missing"].size() == 6);
}

TEST_CASE("the streams are the files named") {
  const TemporaryFolder folder;
  std::ofstream(folder / "in") << "from in to out";
  std::ofstream(folder / "out") << "what an earlier run left behind, longer than the new output";
  const CallerState state{GENERATE(false, true)};
  StartedRunner started(folder,
                        {"run", "--facts", folder / "facts", "--stdin", folder / "in", "--stdout",
                         folder / "out", "--stderr", folder / "err", "--", test_program("copy")},
                        state);
  REQUIRE(started.wait() == 0);
  CHECK(facts_in(folder / "facts")["exit_code"] == 0);
  CHECK(text_of_file(folder / "out") == "from in to out");
  CHECK(text_of_file(folder / "err") == "copied\n");
}

TEST_CASE("the program runs in its folder and on its cores") {
  const TemporaryFolder folder;
  StartedRunner where(folder, {"run", "--facts", folder / "facts", "--stdout", folder / "out", "--work-dir",
                               "/usr/bin", "--", test_program("print_folder")});
  REQUIRE(where.wait() == 0);
  CHECK(text_of_file(folder / "out") == "/usr/bin\n");

  StartedRunner on(folder, {"run", "--facts", folder / "facts", "--stdout", folder / "out", "--cores", "0",
                            "--", test_program("print_cores")});
  REQUIRE(on.wait() == 0);
  CHECK(text_of_file(folder / "out") == "0\n");
}
