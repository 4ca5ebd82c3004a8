// Tests that the runner reads the trace file safely, whatever a program writes into it.
#include "runner/sandbox/gpu/gpu_trace_facts.hpp"

#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>

#include CATCH2_HEADER

namespace {

using gpu_trace::Process;
using gpu_trace::State;
using gpu_trace::Trace;

constexpr std::int64_t started_ns = 1'000'000'000;

void name(auto& place, const char* text) {
  std::strncpy(place.data(), text, place.size());
}

/// One process with one kernel, launched twice.
std::unique_ptr<Trace> honest_trace() {
  auto trace = std::make_unique<Trace>();
  trace->version = gpu_trace::layout_version;
  trace->processes = 1;
  Process& process = trace->process[0];
  process.state = State::ended;
  process.loaded_ns = started_ns + 5'000'000;
  process.started_ns = started_ns + 205'000'000;
  process.copy_in = {1, 4096, 777};
  process.kernel_launches = 2;
  process.kernels_total_ns = 300;
  process.kernels_busy_ns = 200;
  process.kernel_count = 1;
  name(process.kernels[0].name, "add(int)");
  process.kernels[0].launches = process.kernels[0].completed = 2;
  process.kernels[0].total_ns = 300;
  process.kernels[0].longest_ns = 180;
  process.kernels[0].occupancy = 0.5F;
  process.kernels[0].limit = gpu_trace::OccupancyLimit::registers;
  process.error_count = 1;
  name(process.errors[0].call, "cudaMalloc");
  name(process.errors[0].name, "cudaErrorMemoryAllocation");
  process.errors[0].code = 2;
  process.errors[0].count = 3;
  return trace;
}

std::string dumped(const nlohmann::ordered_json& json) {
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

TEST_CASE("an honest trace is reported as it is") {
  const auto [json, missing] = runner::describe_trace(*honest_trace(), started_ns);
  CHECK(missing.empty());
  INFO(dumped(json));
  CHECK(json["can_be_forged"] == true);
  CHECK(json["complete"] == true);
  CHECK(json["processes"] == 1);
  CHECK(json["before_cuda_ns"] == 5'000'000);
  CHECK(json["start_up_ns"] == 200'000'000);
  CHECK(json["copy_in"]["bytes"] == 4096);
  CHECK(json["managed"].is_null());
  REQUIRE(json["kernels"].size() == 1);
  CHECK(json["kernels"][0]["name"] == "add(int)");
  CHECK(json["kernels"][0]["occupancy"] == 0.5);
  CHECK(json["kernels"][0]["occupancy_limit"] == "registers");
  CHECK(json["unfreed_bytes"] == 0);
  CHECK(json["synchronized_before_exit"] == true);
  REQUIRE(json["errors"].size() == 1);
  CHECK(json["errors"][0]["count"] == 3);
}

TEST_CASE("of a kernel that was not seen to end, its shape is not known") {
  auto trace = honest_trace();
  Process& process = trace->process[0];
  process.kernel_count = 2;
  std::fill_n(process.kernels[0].block, 3, 4);
  std::fill_n(process.kernels[0].grid, 3, 1);
  name(process.kernels[1].name, "never_ends(int)");
  process.kernels[1].launches = 1;
  const auto [json, missing] = runner::describe_trace(*trace, started_ns);
  REQUIRE(json["kernels"].size() == 2);
  CHECK(json["kernels"][0]["block"] == nlohmann::ordered_json{4, 4, 4});
  CHECK(json["kernels"][0]["registers"] == 0);
  CHECK(json["kernels"][1]["launches"] == 1);
  for (const char* key : {"registers", "shared_bytes", "local_bytes", "block", "grid", "occupancy"}) {
    CAPTURE(key);
    CHECK(json["kernels"][1][key].is_null());
  }
}

TEST_CASE("a kernel whose launches all failed was not launched") {
  auto trace = honest_trace();
  trace->process[0].kernels[0].launches = trace->process[0].kernels[0].completed = 0;
  const auto [json, missing] = runner::describe_trace(*trace, started_ns);
  CHECK(json["kernels"].empty());
  CHECK(json["errors"].size() == 1);
}

TEST_CASE("processes are added up, kernels of the same name too") {
  auto trace = honest_trace();
  trace->processes = 2;
  trace->process[1] = trace->process[0];
  trace->process[1].state = State::started;
  trace->process[1].kernels[0].longest_ns = 250;
  trace->process[1].kernels[0].registers = 99;
  const auto [json, missing] = runner::describe_trace(*trace, started_ns);
  CHECK(missing.empty());
  CHECK(json["complete"] == false);
  CHECK(json["unfreed_bytes"].is_null());
  CHECK(json["synchronized_before_exit"].is_null());
  CHECK(json["kernel_launches"] == 4);
  REQUIRE(json["kernels"].size() == 1);
  CHECK(json["kernels"][0]["launches"] == 4);
  CHECK(json["kernels"][0]["longest_ns"] == 250);
  CHECK(json["kernels"][0]["registers"] == 99);
}

TEST_CASE("without a process there is a reason") {
  auto trace = std::make_unique<Trace>();
  CHECK(runner::describe_trace(*trace, started_ns).second == "the program did not use CUDA");
  trace->processes = 1;
  CHECK(runner::describe_trace(*trace, started_ns).second == "the program damaged the file with it");
  trace = honest_trace();
  name(trace->process[0].missing, "CUPTI cannot be loaded");
  CHECK(runner::describe_trace(*trace, started_ns).second == "CUPTI cannot be loaded");
}

TEST_CASE("lies are no danger: counts beyond the tables, texts without an end, sums beyond 64 bits") {
  auto trace = honest_trace();
  Process& process = trace->process[0];
  process.kernel_count = process.error_count = 0xFFFF'FFFF;
  for (auto& kernel : process.kernels) kernel.name.fill('\xFF');
  for (auto& error : process.errors) error.call.fill('\x1B');
  process.kernels[0].occupancy = std::numeric_limits<float>::quiet_NaN();
  process.kernels[1].launches = process.kernels[2].launches = ~std::uint64_t{0};
  process.loaded_ns = ~std::uint64_t{0};
  process.started_ns = 1;
  const auto [json, missing] = runner::describe_trace(*trace, started_ns);
  CHECK(missing.empty());
  CHECK(json["kernels"].size() == 1);
  CHECK(json["kernels"][0]["launches"].get<std::uint64_t>() <=
        static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
  CHECK(json["kernels"][0]["occupancy"].is_null());
  CHECK(json["errors"].size() == gpu_trace::most_errors);
  CHECK(json["start_up_ns"] == 0);
  CHECK(dumped(json).size() < 100'000);
}

TEST_CASE("any bytes at all give facts or a reason") {
  const unsigned seed = GENERATE(1U, 2U, 3U, 4U);
  CAPTURE(seed);
  std::mt19937 random(seed);
  auto trace = std::make_unique<Trace>();
  auto* bytes = reinterpret_cast<unsigned char*>(trace.get());
  for (std::size_t k = 0; k < sizeof(Trace); ++k) bytes[k] = static_cast<unsigned char>(random());
  trace->version = gpu_trace::layout_version;
  for (auto& process : trace->process) process.missing[0] = '\0';
  const auto [json, missing] = runner::describe_trace(*trace, started_ns);
  CHECK(missing.empty());
  CHECK(dumped(json).size() < 2'000'000);
}
