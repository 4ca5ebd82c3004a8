#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <utility>

#include "runner/sandbox/isolation/plain_work_dir.hpp"
#include "runner/sandbox/keeper/facts.hpp"
#include "runner/sandbox/keeper/facts_file.hpp"
#include "runner/sandbox/keeper/guard.hpp"
#include "runner/sandbox/keeper/kept_file.hpp"
#include "runner/sandbox/keeper/launch.hpp"
#include "runner/sandbox/keeper/watch.hpp"
#include "runner/sandbox/run/options.hpp"
#include "runner/sandbox/system/copy_tree.hpp"
#include "runner/sandbox/system/errors.hpp"
#include "runner/sandbox/system/own_limits.hpp"

namespace {

constexpr int failed = 2;     // wrong usage and the runner's own failures
constexpr int disturbed = 3;  // by the machine: nothing is known about the program

/// A caller may have closed standard streams: the files opened here must not take their numbers.
void fill_standard_streams() {
  int number = 0;
  do {
    number = open("/dev/null", O_RDWR);
  } while (number >= 0 && number <= STDERR_FILENO);
  if (number >= 0) close(number);
}

int run(const runner::Options& options, runner::GpuMemory& gpu_memory) {
  runner::FactsFile facts(options.facts_file);
  const runner::KeptFile kept(options.kept_file);
  const auto kept_folder = runner::open_folder("--keep-work", options.kept_folder);
  runner::PlainWorkDirRemoval work_dir_removal;
  runner::Streams streams = runner::open_streams(options);
  runner::prepare_watch();
  runner::Isolation isolation;
  const runner::Cgroup cgroup(options.limits, isolation);
  gpu_memory.begin(isolation);
  runner::Launched program = runner::launch(options, streams, cgroup, std::move(isolation));
  work_dir_removal.is_needed = !program.isolation.has("private-filesystem");
  if (!program.start_failure.empty()) {
    facts.publish(runner::facts_of_failed_start(program));
    return 0;
  }
  const runner::Observation seen = runner::watch(program, options, streams, cgroup, gpu_memory);
  kept.copy_from(program.work_dir);
  if (kept_folder) runner::copy_tree(program.work_dir, *kept_folder, options.limits.work_bytes);
  facts.publish(runner::facts_of_run(seen, options, program));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  fill_standard_streams();
  try {
    const auto options = runner::parse_options(argc, argv);
    if (!options) return 0;
    runner::lift_own_limits();
    runner::end_with_caller();
    runner::GpuMemory gpu_memory(options->gpu, options->gpu_shared);
    return runner::guarded([&] { return run(*options, gpu_memory); });
  } catch (const std::exception& error) {
    std::fprintf(stderr, "runner: %s\n", error.what());  // on a full disk, too, where fmt throws
    return dynamic_cast<const runner::MemoryShortage*>(&error) != nullptr ? disturbed : failed;
  }
}
