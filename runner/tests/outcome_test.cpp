#include "runner/sandbox/run/outcome.hpp"

#include <csignal>

#include CATCH2_HEADER

using namespace runner;

namespace {

/// CPU, wall, memory, output, processes, GPU memory; the same order for what is used.
constexpr Limits allowed(std::int64_t cpu, std::int64_t wall, std::int64_t memory, std::int64_t output,
                         std::int64_t processes, std::int64_t gpu_memory) {
  Limits limits;
  limits.cpu_ns = cpu;
  limits.wall_ns = wall;
  limits.memory_bytes = memory;
  limits.output_bytes = output;
  limits.processes = processes;
  limits.gpu_memory_bytes = gpu_memory;
  return limits;
}

constexpr Usage used(std::int64_t cpu, std::int64_t wall, std::int64_t memory, std::int64_t output,
                     std::int64_t processes, std::int64_t gpu_memory = 0) {
  return {cpu, wall, memory, output, processes, gpu_memory, {}, false, false, 0};
}

constexpr Limits all_limits = allowed(100, 200, 1000, 500, 10, 2000);
constexpr Usage modest = used(50, 60, 700, 300, 4);

int exited_with(int code) {
  return code << 8;
}  // as returned by wait(2)
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
  Usage usage = used(100, 200, 1000, 500, 10, 2000);
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
  SECTION("GPU memory") {
    ++usage.gpu_memory_bytes;
    CHECK(first_limit_met({}, usage, all_limits) == Limit::gpu_memory);
  }
}

TEST_CASE("a limit that is not set is never met") {
  constexpr std::int64_t most = INT64_MAX;
  const Usage huge = used(most, most, most, most, most, most);
  CHECK(!first_limit_met({}, huge, {}));
  Limits only_memory;
  only_memory.memory_bytes = 5;
  CHECK(first_limit_met({}, huge, only_memory) == Limit::memory);
}

TEST_CASE("of two limits passed between two samples the earlier one counts") {
  const Usage before = used(90, 150, 0, 0, 0);
  // CPU has 10 of its 40 to go, wall 50 of its 60.
  CHECK(first_limit_met(before, used(130, 210, 0, 0, 0), all_limits) == Limit::cpu);
  // CPU has 10 of its 11 to go, wall 50 of its 100.
  CHECK(first_limit_met(before, used(101, 250, 0, 0, 0), all_limits) == Limit::wall);
  // At the same moment: in the order of the enumeration.
  CHECK(first_limit_met({}, used(200, 400, 2000, 0, 0), all_limits) == Limit::cpu);
}

TEST_CASE("how a program ended is reported when it hit no limit") {
  CHECK(decide_outcome(ending(exited_with(0)), all_limits) == Outcome::exited);
  CHECK(decide_outcome(ending(exited_with(7)), all_limits) == Outcome::exited);
  CHECK(decide_outcome(ending(killed_by(SIGSEGV)), all_limits) == Outcome::signaled);
  CHECK(decide_outcome(ending(killed_by(SIGKILL)), all_limits) == Outcome::signaled);
}

TEST_CASE("a limit outranks how the program ended") {
  const Usage slow = used(101, 150, 700, 300, 4);
  CHECK(decide_outcome(ending(exited_with(0), slow), all_limits) == Outcome::cpu_limit);
  CHECK(decide_outcome(ending(killed_by(SIGSEGV), slow), all_limits) == Outcome::cpu_limit);
  CHECK(decide_outcome(ending(killed_by(SIGKILL), slow), {}) == Outcome::signaled);
}

TEST_CASE("the limit for which the program was killed outranks one passed during the killing") {
  Ending killed = ending(killed_by(SIGKILL), used(101, 999, 700, 300, 4));
  killed.before = used(101, 150, 700, 300, 4);
  for (const auto& [limit, outcome] : {std::pair{Limit::cpu, Outcome::cpu_limit},
                                       {Limit::wall, Outcome::wall_limit},
                                       {Limit::memory, Outcome::memory_limit},
                                       {Limit::output, Outcome::output_limit},
                                       {Limit::processes, Outcome::process_limit},
                                       {Limit::files, Outcome::file_limit},
                                       {Limit::gpu_memory, Outcome::gpu_memory_limit}}) {
    killed.stopped_by = limit;
    CHECK(decide_outcome(killed, all_limits) == outcome);
  }
}

TEST_CASE("that the caller ended it counts where no limit had been met before") {
  Ending ended = ending(killed_by(SIGKILL));
  ended.ended_by_caller = true;
  CHECK(decide_outcome(ended, all_limits) == Outcome::ended_by_caller);
  ended.now = used(101, 150, 700, 300, 4);
  CHECK(decide_outcome(ended, all_limits) == Outcome::cpu_limit);
  ended.stopped_by = Limit::wall;
  CHECK(decide_outcome(ended, all_limits) == Outcome::wall_limit);
}

TEST_CASE("SIGXFSZ is the file limit, as files have one always") {
  CHECK(decide_outcome(ending(killed_by(SIGXFSZ)), {}) == Outcome::file_limit);
}

TEST_CASE("what the kernel itself stopped comes first") {
  Usage usage = used(101, 201, 1001, 501, 11);
  usage.work.is_full = true;
  CHECK(first_limit_met({}, usage, all_limits) == Limit::files);
  usage.fork_refused = true;
  CHECK(first_limit_met({}, usage, all_limits) == Limit::processes);
  usage.out_of_memory = true;
  CHECK(first_limit_met({}, usage, all_limits) == Limit::memory);
}

TEST_CASE("a failed start outranks everything") {
  Ending failed = ending(killed_by(SIGSEGV), used(101, 999, 7000, 3000, 40));
  failed.stopped_by = Limit::cpu;
  failed.start_failed = true;
  CHECK(decide_outcome(failed, all_limits) == Outcome::start_failed);
}

TEST_CASE("outcomes have the names of the facts, and limits an explanation") {
  Limits limits = allowed(1'000'000'000, 2'000'000'000, 1000, 500, 10, 2000);
  limits.work_bytes = 4096;
  limits.work_files = 7;
  Usage usage = used(1'004'000'000, 2'100'000'000, 1024, 501, 11, 2048);
  const auto row = [&](Outcome outcome) {
    return std::string(name(outcome)) + ": " + explain(outcome, usage, limits).value_or("-");
  };
  CHECK(row(Outcome::exited) == "exited: -");
  CHECK(row(Outcome::signaled) == "signaled: -");
  CHECK(row(Outcome::cpu_limit) == "cpu-limit: CPU time 1.004 s passed the limit of 1.000 s");
  CHECK(row(Outcome::wall_limit) == "wall-limit: wall time 2.100 s passed the limit of 2.000 s");
  CHECK(row(Outcome::memory_limit) ==
        "memory-limit: memory passed the limit of 1000 bytes; the most in use was 1 KiB");
  usage.out_of_memory = true;
  CHECK(row(Outcome::memory_limit) ==
        "memory-limit: memory passed the limit of 1000 bytes: the kernel killed a process (OOM); the most in "
        "use was 1 KiB");
  CHECK(row(Outcome::output_limit) ==
        "output-limit: more than the limit of 500 bytes was written to an output");
  CHECK(row(Outcome::process_limit) ==
        "process-limit: more than the limit of 10 processes and threads at once");
  CHECK(row(Outcome::file_limit) ==
        "file-limit: more than the limit of 4 KiB or 7 files in the work directory");
  CHECK(row(Outcome::gpu_memory_limit) ==
        "gpu-memory-limit: GPU memory 2 KiB passed the limit of 2000 bytes");
  CHECK(row(Outcome::ended_by_caller) == "ended-by-caller: -");
  CHECK(row(Outcome::start_failed) == "start-failed: -");

  // What the kernel stops needs no limit of the run.
  Usage stopped = usage;
  stopped.fork_refused = true;
  CHECK(explain(Outcome::memory_limit, stopped, {}) ==
        "memory ran out: the kernel killed a process (OOM); the most in use was 1 KiB");
  CHECK(explain(Outcome::process_limit, stopped, {}) == "the kernel refused a process or thread");

  limits.memory_bytes = std::int64_t{2048} << 20;
  usage.memory_bytes = *limits.memory_bytes + (1 << 18);
  usage.out_of_memory = false;
  CHECK(row(Outcome::memory_limit) ==
        "memory-limit: memory passed the limit of 2048 MiB; the most in use was 2048.2 MiB");
}
