// Tests the trace of CUDA programs against their own measurements with CUDA events, and what remains of it
// when they end abnormally.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runner/tests/callers.hpp"
#include "runner/tests/gpu_run.hpp"

#include CATCH2_HEADER

namespace {

using Json = nlohmann::json;

/// The sum of the values that a program printed under a name.
double measured(const GpuRun& run, const std::string& name) {
  std::istringstream lines(run.output);
  std::string found;
  double sum = 0, value = 0;
  while (lines >> found >> value) sum += found == name ? value : 0;
  return sum;
}

void check_agrees(const char* what, double traced, double expected) {
  INFO(what << ": traced " << traced << ", measured by the program " << expected);
  CHECK(expected > 0);
  CHECK(std::abs(traced - expected) <= 0.05 * expected);
}

Json trace_of(const GpuRun& run) {
  INFO(run.messages << run.errors);
  REQUIRE(run.runner_exit == 0);
  INFO(run.facts.dump(1));
  REQUIRE(run.facts["gpu"]["trace_missing"].is_null());
  CHECK(run.facts["isolation"]["missing"].empty());
  return run.facts["gpu"]["trace"];
}

Json kernel(const Json& trace, const std::string& beginning) {
  INFO(trace.dump(1));
  for (const Json& row : trace["kernels"]) {
    if (row["name"].get<std::string>().find(beginning) != std::string::npos) return row;
  }
  FAIL("no kernel called " << beginning);
  return trace;
}

}  // namespace

TEST_CASE("copies and kernels agree with CUDA events, whichever runtime", "[gpu-trace]") {
  REQUIRE_GPU();
  for (const char* program : {"gpu_traced_copies", "gpu_traced_copies_shared"}) {
    const GpuRun run = gpu_run({program});
    CAPTURE(program, run.output);
    const Json trace = trace_of(run);
    INFO(trace.dump(1));
    CHECK(run.facts["exit_code"] == 0);
    CHECK(trace["complete"] == true);
    CHECK(trace["processes"] == 1);
    CHECK(trace["copy_in"]["bytes"] == 256 << 20);
    CHECK(trace["copy_in"]["count"] == 1);
    CHECK(trace["copy_out"]["bytes"] == 256 << 20);
    CHECK(trace["kernel_launches"] == 2);
    check_agrees("copy in", trace["copy_in"]["total_ns"], measured(run, "copy_in_ns"));
    check_agrees("copy out", trace["copy_out"]["total_ns"], measured(run, "copy_out_ns"));
    check_agrees("kernels", trace["kernels_total_ns"], measured(run, "kernels_ns"));
    check_agrees("busy", trace["busy_ns"], measured(run, "kernels_ns"));
    CHECK(trace["peak_memory_bytes"] >= 256 << 20);
    CHECK(trace["peak_memory_bytes"] <= (256 << 20) + (4 << 20));
    CHECK(trace["unfreed_bytes"] == 0);
    CHECK(trace["errors"].empty());
    CHECK(trace["synchronized_before_exit"] == true);
    CHECK(trace["start_up_ns"] > 0);
    const Json spin = kernel(trace, "spin(long long)");
    CHECK(spin["launches"] == 2);
    CHECK(spin["completed"] == 2);
    CHECK(spin["block"] == Json({32, 1, 1}));
    CHECK(spin["registers"] > 0);
    CHECK(spin["occupancy"] > 0);
    CHECK(spin["occupancy_limit"] == "blocks");
  }
}

TEST_CASE("the driver's interface", "[gpu-trace]") {
  REQUIRE_GPU();
  const GpuRun run = gpu_run({"gpu_traced_driver"});
  const Json trace = trace_of(run);
  CHECK(trace["complete"] == true);
  CHECK(kernel(trace, "spin_in_ptx")["launches"] == 2);
  check_agrees("kernels", trace["kernels_total_ns"], measured(run, "kernels_ns"));
}

TEST_CASE("graphs", "[gpu-trace]") {
  REQUIRE_GPU();
  const GpuRun run = gpu_run({"gpu_traced_graph"});
  const Json trace = trace_of(run);
  CHECK(kernel(trace, "spin")["launches"] == 15);
  CHECK(kernel(trace, "spin")["completed"] == 15);
  check_agrees("kernels", trace["kernels_total_ns"], measured(run, "kernels_ns"));
}

TEST_CASE("kernels at the same time are busy once", "[gpu-trace]") {
  REQUIRE_GPU();
  const GpuRun run = gpu_run({"gpu_traced_streams"});
  const Json trace = trace_of(run);
  const double busy_ns = trace["busy_ns"], total_ns = trace["kernels_total_ns"];
  check_agrees("busy", busy_ns, measured(run, "busy_ns"));
  CHECK(total_ns > 3.5 * busy_ns);
}

TEST_CASE("managed memory that moved", "[gpu-trace]") {
  REQUIRE_GPU();
  const GpuRun run = gpu_run({"gpu_traced_managed"});
  const Json trace = trace_of(run);
  INFO(trace.dump(1));
  check_agrees("kernels", trace["kernels_total_ns"], measured(run, "kernels_ns"));
  REQUIRE(!trace["managed"].is_null());
  check_agrees("to the GPU", trace["managed"]["to_device_bytes"], measured(run, "moved_bytes"));
  check_agrees("to the host", trace["managed"]["to_host_bytes"], measured(run, "moved_bytes"));
}

TEST_CASE("a program that crashes, or leaves by _exit, leaves what was known", "[gpu-trace]") {
  REQUIRE_GPU();
  for (const char* program : {"gpu_traced_crash", "gpu_traced_underscore_exit"}) {
    const GpuRun run = gpu_run({program});
    CAPTURE(program);
    const Json trace = trace_of(run);
    CHECK(trace["complete"] == false);
    CHECK(trace["unfreed_bytes"].is_null());
    CHECK(trace["synchronized_before_exit"].is_null());
    check_agrees("kernels", trace["kernels_total_ns"], measured(run, "kernels_ns"));
  }
}

TEST_CASE("a kernel that never ends is named", "[gpu-trace]") {
  REQUIRE_GPU();
  const GpuRun run = gpu_run({"gpu_traced_hang"}, {"--gpu", "0", "--wall-limit-ms", "3000"});
  const Json trace = trace_of(run);
  CHECK(run.facts["outcome"] == "wall-limit");
  CHECK(trace["complete"] == false);
  CHECK(kernel(trace, "never_end")["launches"] == 1);
  CHECK(kernel(trace, "never_end")["completed"] == 0);
  CHECK(kernel(trace, "never_end")["block"].is_null());
  CHECK(kernel(trace, "spin")["completed"] == 1);
  check_agrees("kernels", trace["kernels_total_ns"], measured(run, "kernels_ns"));
}

TEST_CASE("a child and its parent", "[gpu-trace]") {
  REQUIRE_GPU();
  const GpuRun run = gpu_run({"gpu_traced_family"});
  const Json trace = trace_of(run);
  CHECK(trace["processes"] == 2);
  CHECK(trace["complete"] == true);
  CHECK(kernel(trace, "spin")["launches"] == 2);
  check_agrees("kernels", trace["kernels_total_ns"], measured(run, "kernels_ns"));
}

TEST_CASE("what a program ignored", "[gpu-trace]") {
  REQUIRE_GPU();
  const GpuRun run = gpu_run({"gpu_traced_careless"});
  const Json trace = trace_of(run);
  INFO(run.facts.dump(1) << run.errors);
  CHECK(run.facts["exit_code"] == 0);
  REQUIRE(trace["errors"].size() == 2);
  CHECK(trace["errors"][0]["call"] == "cudaMalloc");
  CHECK(trace["errors"][0]["name"] == "cudaErrorMemoryAllocation");
  CHECK(trace["errors"][1]["call"] == "cudaLaunchKernel");
  CHECK(trace["errors"][1]["name"] == "cudaErrorInvalidValue");
  CHECK(trace["unfreed_bytes"] >= 10'000'000);
  CHECK(trace["unfreed_bytes"] < 20'000'000);
  CHECK(trace["synchronized_before_exit"] == false);
}

TEST_CASE("an ordinary user's program is traced too", "[gpu-trace]") {
  REQUIRE_GPU();
  const auto user = ordinary_user();
  if (!user.obstacle.empty()) {
    WARN("skipped: " << user.obstacle);
    return;
  }
  const GpuRun run = gpu_run({"gpu_traced_copies"}, {"--gpu", "0"}, user.caller);
  INFO(run.messages << run.errors);
  REQUIRE(run.runner_exit == 0);
  INFO(run.facts.dump(1));
  REQUIRE(run.facts["gpu"]["trace_missing"].is_null());
  check_agrees("kernels", run.facts["gpu"]["trace"]["kernels_total_ns"], measured(run, "kernels_ns"));
}

TEST_CASE("without a trace there is a reason", "[gpu-trace]") {
  REQUIRE_GPU();
  const GpuRun without_cuda = gpu_run({"print_identity"});
  INFO(without_cuda.messages);
  REQUIRE(without_cuda.runner_exit == 0);
  CHECK(without_cuda.facts["gpu"]["trace"].is_null());
  CHECK(without_cuda.facts["gpu"]["trace_missing"] == "the program did not use CUDA");
  const GpuRun unobserved = gpu_run({"gpu_traced_copies"}, {"--gpu", "0", "--no-gpu-trace"});
  CHECK(unobserved.facts["gpu"]["trace"].is_null());
  CHECK(unobserved.facts["gpu"]["trace_missing"] == "not asked for");
  CHECK(unobserved.facts["exit_code"] == 0);
}

TEST_CASE(
    "without the library, or with a CUPTI that cannot be loaded, the program runs and the reason is told",
    "[gpu-trace]") {
  REQUIRE_GPU();
  namespace fs = std::filesystem;
  const TemporaryFolder folder;
  Caller caller;
  caller.runner = folder / "runner";
  const fs::path built = fs::path(runner_path()).parent_path();
  fs::copy_file(runner_path(), caller.runner);
  fs::copy_file(built / "gpu-memory-meter", folder / "gpu-memory-meter");
  const GpuRun without = gpu_run({"gpu_vector_add"}, {"--gpu", "0"}, caller);
  INFO(without.messages << without.facts.dump(1));
  CHECK(without.output == "OK\n");
  CHECK(without.facts["gpu"]["trace"].is_null());
  CHECK(without.facts["gpu"]["trace_missing"].get<std::string>().find("built without gpu_trace") !=
        std::string::npos);

  fs::create_directory(folder / "gpu-trace");
  fs::copy_file(built / "gpu-trace/libgpu-trace.so", folder / "gpu-trace/libgpu-trace.so");
  for (const auto& entry : fs::directory_iterator(built / "gpu-trace")) {
    const std::string name = entry.path().filename();
    if (name.find("cupti") != std::string::npos)
      std::ofstream(folder / ("gpu-trace/" + name)) << "no library";
  }
  const GpuRun broken = gpu_run({"gpu_vector_add"}, {"--gpu", "0"}, caller);
  INFO(broken.messages << broken.facts.dump(1));
  CHECK(broken.output == "OK\n");
  CHECK(broken.facts["gpu"]["trace"].is_null());
  CHECK(broken.facts["gpu"]["trace_missing"].get<std::string>().find("CUPTI cannot be loaded") !=
        std::string::npos);
}

TEST_CASE("a program that damages its trace changes nothing else", "[gpu-trace]") {
  REQUIRE_GPU();
  for (const char* how : {"empty", "fill"}) {
    const GpuRun run = gpu_run({"gpu_damage_trace", how});
    CAPTURE(how);
    INFO(run.messages << run.errors << run.facts.dump(1));
    REQUIRE(run.runner_exit == 0);
    CHECK(run.output == "damaged\n");
    CHECK(run.facts["outcome"] == "exited");
    CHECK(run.facts["exit_code"] == 0);
    CHECK(run.facts["gpu"]["peak_memory_bytes"] > 0);
    CHECK(run.facts["gpu"]["trace"].is_null());
    CHECK(run.facts["gpu"]["trace_missing"] == "the program damaged the file with it");
  }
}
