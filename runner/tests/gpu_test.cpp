// What a CUDA program may and may not do. Every row runs under full isolation, and the control after it shows
// that the GPU took no harm.
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <sstream>
#include <thread>

#include "runner/tests/callers.hpp"
#include "runner/tests/gpu_run.hpp"

#include CATCH2_HEADER

namespace {

using Words = std::vector<std::string>;

constexpr std::int64_t mib = 1 << 20;
const Words four_gib = {"--gpu", "0", "--gpu-memory-limit-bytes", "4294967296"};

/// Checks that the run has facts, and that its isolation was whole.
void check_isolation(const GpuRun& run) {
  INFO(run.messages);
  REQUIRE(run.runner_exit == 0);
  INFO(run.facts.dump(1));
  CHECK(run.facts["isolation"]["missing"].empty());
  CHECK(run.facts["isolation"]["in_force"].size() > 20);
}

void check_control() {
  const GpuRun control = gpu_run({"gpu_vector_add"});
  check_isolation(control);
  INFO(control.facts.dump(1) << control.errors);
  CHECK(control.facts["outcome"] == "exited");
  CHECK(control.facts["exit_code"] == 0);
  CHECK(control.output == "OK\n");
}

std::int64_t device_peak(const GpuRun& run) {
  return run.facts.at("gpu").at("peak_memory_bytes").get<std::int64_t>();
}

struct Row {
  const char* name;
  Words program;
  Words options;
  const char* outcome;
  int exit_code;       ///< of a program that exits, else -1
  const char* output;  ///< the beginning of what it prints
  const char* errors;  ///< part of what it says on stderr
};

const std::vector<Row> rows = {
    {"control: adds two vectors", {"gpu_vector_add"}, {"--gpu", "0"}, "exited", 0, "OK\n", ""},
    {"control: a child adds, then its parent", {"gpu_child"}, {"--gpu", "0"}, "exited", 0, "OK\n", ""},
    {"control: managed memory", {"gpu_managed_memory"}, {"--gpu", "0"}, "exited", 0, "OK\n", ""},
    {"control: 256 MiB of pinned host memory",
     {"gpu_pinned_memory", "256"},
     {"--gpu", "0"},
     "exited",
     0,
     "OK\n",
     ""},
    {"a kernel never ends",
     {"gpu_endless_kernel"},
     {"--gpu", "0", "--wall-limit-ms", "3000"},
     "wall-limit",
     -1,
     "",
     ""},
    {"a child's kernel outlives the program", {"gpu_orphan_kernel"}, {"--gpu", "0"}, "exited", 0, "", ""},
    {"an illegal address",
     {"gpu_illegal_address"},
     {"--gpu", "0"},
     "exited",
     3,
     "",
     "cudaErrorIllegalAddress"},
    {"a trap", {"gpu_trap"}, {"--gpu", "0"}, "exited", 3, "", "cudaErrorLaunchFailure"},
    {"an assertion fails in a kernel", {"gpu_assert"}, {"--gpu", "0"}, "exited", 3, "", "cudaErrorAssert"},
    {"killed in the middle of copies",
     {"gpu_copy_forever"},
     {"--gpu", "0", "--wall-limit-ms", "3000"},
     "wall-limit",
     -1,
     "",
     ""},
    {"control: 1 GiB of device memory",
     {"gpu_allocate", "1024", "600"},
     four_gib,
     "exited",
     0,
     "allocated\n",
     ""},
    {"8 GiB of device memory where 4 are allowed",
     {"gpu_allocate", "8192", "10000"},
     four_gib,
     "gpu-memory-limit",
     -1,
     "",
     ""},
    {"two children with 3 GiB each where 4 are allowed",
     {"gpu_family_allocates"},
     four_gib,
     "gpu-memory-limit",
     -1,
     "",
     ""},
    {"pinned host memory beyond the memory limit",
     {"gpu_pinned_memory", "4096"},
     {"--gpu", "0", "--memory-limit-bytes", "2147483648"},
     "memory-limit",
     -1,
     "",
     ""},
    {"changing the GPU's settings is refused", {"gpu_change_settings"}, {"--gpu", "0"}, "exited", 0, "", ""},
};

}  // namespace

TEST_CASE("a CUDA program ends for its own cause and harms nothing") {
  REQUIRE_GPU();
  for (const Row& row : rows) {
    DYNAMIC_SECTION(row.name) {
      const GpuRun run = gpu_run(row.program, row.options);
      check_isolation(run);
      INFO(run.facts.dump(1) << "\nstdout: " << run.output << "\nstderr: " << run.errors);
      CHECK(run.facts["outcome"] == row.outcome);
      if (row.exit_code >= 0) CHECK(run.facts["exit_code"] == row.exit_code);
      CHECK(run.output.substr(0, std::string(row.output).size()) == row.output);
      CHECK(run.errors.find(row.errors) != std::string::npos);
      CHECK(run.facts["gpu"]["device"] == 0);
      check_control();
    }
  }
}

TEST_CASE("with --gpu a program finds that GPU, as an unprivileged user") {
  REQUIRE_GPU();
  const GpuRun run = gpu_run({"gpu_list_devices"});
  check_isolation(run);
  INFO(run.output << run.errors);
  CHECK(run.output.find("user 1000\n") == 0);
  CHECK(run.output.find("/dev/nvidia0 opens\n") != std::string::npos);
  CHECK(run.output.find("/dev/nvidia1 ") == std::string::npos);
  CHECK(run.output.find("GPUs 1\n") != std::string::npos);
}

TEST_CASE("an ordinary user's CUDA program runs in the sandbox, too") {
  REQUIRE_GPU();
  const auto user = ordinary_user();
  if (!user.obstacle.empty()) {
    WARN("skipped: " << user.obstacle);
    return;
  }
  const GpuRun run = gpu_run({"gpu_vector_add"}, {"--gpu", "0"}, user.caller);
  INFO(run.messages << run.facts.dump(1) << run.errors);
  REQUIRE(run.runner_exit == 0);
  for (const auto& item : run.facts["isolation"]["missing"]) {
    CHECK(item["name"].get<std::string>().find("cgroup-") == 0);
  }
  CHECK(run.output == "OK\n");
  CHECK(device_peak(run) > 0);
}

TEST_CASE(
    "a memory of the GPU that cannot be measured is told, and refused where all isolation is required") {
  REQUIRE_GPU();
  const TemporaryFolder folder;  // the meter is looked for next to the runner, and is not here
  Caller caller;
  caller.runner = folder / "runner";
  std::filesystem::copy_file(runner_path(), caller.runner);
  const GpuRun run = gpu_run({"gpu_vector_add"}, {"--gpu", "0"}, caller);
  INFO(run.messages << run.facts.dump(1));
  REQUIRE(run.runner_exit == 0);
  CHECK(run.output == "OK\n");
  CHECK(run.facts["gpu"]["peak_memory_bytes"].is_null());
  REQUIRE(run.facts["isolation"]["missing"].size() == 1);
  CHECK(run.facts["isolation"]["missing"][0]["name"] == "gpu-memory");
  CHECK(run.facts["isolation"]["missing"][0]["reason"].get<std::string>().find("gpu-memory-meter") !=
        std::string::npos);

  const GpuRun refused = gpu_run({"gpu_vector_add"}, {"--gpu", "0", "--require-isolation"}, caller);
  CHECK(refused.runner_exit == 2);
  CHECK(refused.messages.find("gpu-memory") != std::string::npos);
}

TEST_CASE("of two GPUs only the one given is there, and its memory is what counts") {
  REQUIRE_GPU();
  if (!std::filesystem::exists("/dev/nvidia1")) {
    WARN("skipped: there is but one GPU here: /dev/nvidia1 does not exist");
    return;
  }
  const GpuRun run = gpu_run({"gpu_list_devices"}, {"--gpu", "1"});
  check_isolation(run);
  INFO(run.output << run.errors);
  CHECK(run.output.find("/dev/nvidia0 ") == std::string::npos);
  CHECK(run.output.find("/dev/nvidia1 opens\n") != std::string::npos);
  CHECK(run.output.find("GPUs 1\n") != std::string::npos);

  const GpuRun loaded = gpu_run({"gpu_allocate", "2048", "600"}, {"--gpu", "1"});
  INFO(loaded.facts.dump());
  CHECK(loaded.output == "allocated\n");
  CHECK(device_peak(loaded) > 2048 * mib);
}

TEST_CASE("without --gpu the same program finds none") {
  REQUIRE_GPU();
  const GpuRun run = gpu_run({"gpu_list_devices"}, {});
  check_isolation(run);
  INFO(run.output << run.errors);
  CHECK(run.facts["outcome"] == "exited");
  CHECK(run.facts["gpu"].is_null());
  CHECK(run.output.find("/dev/") == std::string::npos);
  CHECK(run.output.find("GPUs cudaError") != std::string::npos);
}

TEST_CASE("without --gpu a CUDA program gets the error of its first call") {
  REQUIRE_GPU();
  const GpuRun run = gpu_run({"gpu_vector_add"}, {});
  check_isolation(run);
  INFO(run.errors);
  CHECK(run.facts["outcome"] == "exited");
  CHECK(run.facts["exit_code"] == 3);
  CHECK(run.errors.find("cudaError") != std::string::npos);
}

TEST_CASE("a GPU that is not there is the caller's mistake") {
  const GpuRun run = gpu_run({"gpu_vector_add"}, {"--gpu", "99"});
  INFO(run.messages);
  CHECK(run.runner_exit == 2);
  CHECK(run.messages.find("99") != std::string::npos);
}

TEST_CASE("device memory is reported within five percent, beyond the context's own") {
  REQUIRE_GPU();
  const GpuRun context = gpu_run({"gpu_allocate", "0", "600"}, four_gib);
  const GpuRun loaded = gpu_run({"gpu_allocate", "2048", "600"}, four_gib);
  check_isolation(context);
  check_isolation(loaded);
  INFO(context.facts.dump() << "\n" << loaded.facts.dump());
  REQUIRE(loaded.facts["outcome"] == "exited");
  CHECK(device_peak(context) > 0);
  const auto difference = static_cast<double>(device_peak(loaded) - device_peak(context));
  CHECK(difference / static_cast<double>(2048 * mib) > 0.95);
  CHECK(difference / static_cast<double>(2048 * mib) < 1.05);
}

TEST_CASE("pinned host memory is in the peak of memory") {
  REQUIRE_GPU();
  const GpuRun less = gpu_run({"gpu_pinned_memory", "64"});
  const GpuRun more = gpu_run({"gpu_pinned_memory", "1088"});
  check_isolation(more);
  INFO(less.facts.dump() << "\n" << more.facts.dump());
  const auto difference = static_cast<double>(more.facts["peak_memory_bytes"].get<std::int64_t>() -
                                              less.facts["peak_memory_bytes"].get<std::int64_t>());
  CHECK(difference / static_cast<double>(1024 * mib) > 0.95);
  CHECK(difference / static_cast<double>(1024 * mib) < 1.05);
}

TEST_CASE("nothing of a run's device memory is left for the next") {
  REQUIRE_GPU();
  const GpuRun writer = gpu_run({"gpu_leftovers", "write"});
  CHECK(writer.output == "268435456\n");  // the control: the search finds what is there
  const GpuRun reader = gpu_run({"gpu_leftovers", "read"});
  check_isolation(reader);
  CHECK(reader.output == "0\n");
}

TEST_CASE("device memory is given back when the runner is killed") {
  REQUIRE_GPU();
  const std::int64_t before = used_device_memory_mib();
  REQUIRE(before >= 0);
  const TemporaryFolder folder;
  StartedRunner runner(folder, gpu_command(folder, "run", {"gpu_allocate", "4096", "15000"}));
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(15);
  while (used_device_memory_mib() < before + 4096 && std::chrono::steady_clock::now() < patience) {
  }
  REQUIRE(used_device_memory_mib() >= before + 4096);
  runner.send(SIGKILL);
  runner.wait();
  std::int64_t after = used_device_memory_mib();
  for (int look = 0; look < 50 && after > before; ++look) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    after = used_device_memory_mib();
  }
  CHECK(after <= before);
  check_control();
}

TEST_CASE("two runs take turns on one GPU, and waiting is not counted") {
  REQUIRE_GPU();
  const TemporaryFolder folder;
  const Words options = {"--gpu", "0", "--wall-limit-ms", "6000"};
  const Words names = {"first", "second", "third", "fourth"};
  std::vector<std::unique_ptr<StartedRunner>> runners;
  for (const auto& name : names) {
    runners.push_back(
        std::make_unique<StartedRunner>(folder, gpu_command(folder, name, {"gpu_hold"}, options)));
  }
  std::vector<std::pair<long long, long long>> spans;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const int runner_exit = runners[i]->wait();
    INFO(runners[i]->messages());
    REQUIRE(runner_exit == 0);
    const nlohmann::json facts = facts_in(folder / (names[i] + ".facts"));
    INFO(facts.dump(1));
    CHECK(facts["outcome"] == "exited");
    std::istringstream output(text_of_file(folder / (names[i] + ".out")));
    long long begin = 0, end = 0;
    REQUIRE(output >> begin >> end);
    spans.emplace_back(begin, end);
  }
  std::sort(spans.begin(), spans.end());
  for (std::size_t i = 1; i < spans.size(); ++i) CHECK(spans[i - 1].second <= spans[i].first);
}
