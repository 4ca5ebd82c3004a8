// What things cost, from files written here.

#include "problems/common/choosing/costs.hpp"

#include <string>

#include "base/temporary_folder.hpp"
#include CATCH2_HEADER

using problems::Costs;
using problems::Counts;
using problems::Devices;

namespace {

const Devices here = {"Fast CPU", "Fast GPU", 0};

/// A file of costs of the problem "sum": reading a byte on a CPU, "gpu-sum" on a GPU.
std::string file_of(const std::string& cpu, double byte, const std::string& gpu, double element) {
  return R"({"format_version": 1, "cpus": {")" + cpu + R"(": {"problems": {"sum": {"read": {"byte": )" +
         std::to_string(byte) + R"(}}}}}, "gpus": {")" + gpu +
         R"(": {"memory_bytes": 1000, "problems": {"sum": {"gpu-sum": {"element": )" +
         std::to_string(element) + "}}}}}}";
}

const std::string defaults = file_of("any", 1, "any", 2);

double read_seconds(const Costs& costs) {
  return costs.seconds("read", {{"byte", 10}}).value_or(-1);
}

double solve_seconds(const Costs& costs) {
  return costs.seconds("gpu-sum", {{"element", 10}}).value_or(-1);
}

}  // namespace

TEST_CASE("costs are those that are stored for this hardware, device by device, and else the defaults") {
  const Costs by_default("sum", here, defaults, std::nullopt, "");
  CHECK(read_seconds(by_default) == 10);
  CHECK(solve_seconds(by_default) == 20);
  CHECK(by_default.source() == "costs of the CPU by default, of a GPU by default");

  const Costs both("sum", here, defaults, file_of("Fast CPU", 0.5, "Fast GPU", 0.25), "");
  CHECK(read_seconds(both) == 5);
  CHECK(solve_seconds(both) == 2.5);
  CHECK(both.gpu_memory_bytes() == 1000);
  CHECK(both.source() == "costs of the CPU measured here, of a GPU measured here");

  const Costs only_gpu("sum", here, defaults, file_of("Slow CPU", 0.5, "Fast GPU", 0.25), "");
  CHECK(read_seconds(only_gpu) == 10);
  CHECK(solve_seconds(only_gpu) == 2.5);
  CHECK(only_gpu.source() == "costs of the CPU by default, of a GPU measured here");
}

TEST_CASE("what is not known of a step makes its time unknown") {
  const Costs costs("sum", here, defaults, std::nullopt, "");
  CHECK_FALSE(costs.seconds("print", {}));
  CHECK_FALSE(costs.seconds("read", {{"byte", 1}, {"thread", 1}}));
  CHECK_FALSE(Costs("product", here, defaults, std::nullopt, "").seconds("read", {{"byte", 1}}));
}

TEST_CASE("a file that is none is not used, and says why") {
  for (const auto& [text, reason] : {
           std::pair<std::string, std::string>(file_of("Fast CPU", -1, "Fast GPU", 1),
                                               "sum, read, byte: expected a number from 0, found -1.0"),
           {R"({"cpus": {}, "gpus": {}})", "\"format_version\" is missing"},
           {R"({"format_version": 2, "cpus": {}, "gpus": {}})", "expected \"format_version\" 1, found 2"},
           {R"({"format_version": 1, "cpus": {}})", "\"gpus\" is missing"},
           {"{", "parse error"},
           {"[]", ""},
           {"", "parse error"},
       }) {
    CAPTURE(text);
    const Costs costs("sum", here, defaults, text, "/a/file");
    CHECK(read_seconds(costs) == 10);
    CHECK(solve_seconds(costs) == 20);
    CHECK(costs.source().find("/a/file cannot be used: ") != std::string::npos);
    CHECK(costs.source().find(reason) != std::string::npos);
    CHECK(costs.source().find("judge calibrate") != std::string::npos);
  }
}

TEST_CASE("the devices are named by the kernel's files") {
  const base::TemporaryFolder proc, sys;
  const std::filesystem::path folder = proc / "";
  const auto gpu_memory_bytes = [&] {
    return problems::these_devices(folder, sys / "").least_gpu_memory_bytes;
  };
  CHECK(problems::these_devices(folder).cpu.empty());
  CHECK(gpu_memory_bytes() == 0);
  std::filesystem::create_directories(folder / "driver/nvidia/gpus/0000:01:00.0");
  proc.write("cpuinfo", "processor\t: 0\nmodel\t\t: 1\nmodel name\t: A CPU @ 3.1 GHz \nmodel name\t: B\n");
  proc.write("driver/nvidia/gpus/0000:01:00.0/information", "Model: \t\t NVIDIA H200\nIRQ:   \t 1\n");
  CHECK(problems::these_devices(folder).cpu == "A CPU @ 3.1 GHz");
  CHECK(problems::these_devices(folder).gpu == "NVIDIA H200");
  CHECK(gpu_memory_bytes() == 0);

  // Half of the largest region: a GPU of 141 GB has one of 256 GiB.
  const std::string regions =
      "0x0000104002000000 0x0000104002ffffff 0x000000000014220c\n"
      "0x0000000000000000 0x0000000000000000 0x0000000000000000\n"
      "0x0000100000000000 0x0000103fffffffff 0x000000000014220c\n"
      "0x0000104000000000 0x0000104001ffffff 0x000000000014220c\n";
  std::filesystem::create_directories(sys / "bus/pci/devices/0000:01:00.0");
  sys.write("bus/pci/devices/0000:01:00.0/resource", regions);
  CHECK(gpu_memory_bytes() == 0x1p37);
  for (const char* malformed : {"", "none", "0x5 0x4 0x0\n"}) {
    sys.write("bus/pci/devices/0000:01:00.0/resource", malformed);
    CHECK(gpu_memory_bytes() == 0);
  }
}

TEST_CASE("a GPU whose costs are not known has at least the memory of its region") {
  const auto memory = [](double least, const std::optional<std::string>& stored) {
    return Costs("sum", {"Fast CPU", "Fast GPU", least}, defaults, stored, "").gpu_memory_bytes();
  };
  const double by_default = memory(0, std::nullopt);
  CHECK(by_default > 0);
  CHECK(memory(by_default / 2, std::nullopt) == by_default);
  CHECK(memory(0x1p37, std::nullopt) == 0x1p37);
  CHECK(memory(0x1p37, file_of("Fast CPU", 1, "Fast GPU", 1)) == 1000);  // which was measured
}

TEST_CASE("the defaults are costs of every problem") {
  for (const char* problem :
       {"hating-frog", "largest-prime", "lights-out", "matmul", "transpose", "vector-add", "vector-sum"}) {
    CAPTURE(problem);
    const Costs costs(problem, {}, problems::default_costs(), std::nullopt, "");
    CHECK(costs.seconds("read", problems::shared_counts("byte", "byte_in_turn", 1e6, 2)).value_or(0) > 0);
    CHECK(costs.gpu_memory_bytes() > 0);
  }
}
