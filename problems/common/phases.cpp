#include "problems/common/phases.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

#include "kernels/common/gpu.hpp"
#include "kernels/common/variant.hpp"

namespace problems {
namespace {

void print_line(const nlohmann::ordered_json& line) {
  fmt::print(stderr, "{}\n", line.dump());
}

}  // namespace

void report_phases(std::string_view solver, const PhaseClock& clock) {
  nlohmann::ordered_json phases = {{"solver", solver}};
  for (const PhaseClock::Phase& phase : clock.phases()) {
    phases[std::string(phase.name) + "_ns"] = phase.duration_ns;
  }
  if (kernels::is_gpu_variant(solver)) {
    const kernels::GpuPhases& gpu = kernels::gpu_phases();
    phases["gpu"] = {{"start_up_ns", gpu.start_up_ns},
                     {"copy_in_ns", gpu.copy_in_ns},
                     {"kernels_ns", gpu.kernels_ns},
                     {"copy_out_ns", gpu.copy_out_ns}};
  }
  print_line({{"phases", phases}});
}

void report_work(std::optional<std::string_view> solver, std::string_view size_unit, std::uint64_t size,
                 const Work& work) {
  nlohmann::ordered_json report;
  if (solver) report["solver"] = *solver;
  report["size"] = size;
  report["size_unit"] = size_unit;
  report["flop"] = work.flop;
  report["least_bytes"] = work.least_bytes;
  report["precision"] = work.flop > 0 ? nlohmann::ordered_json(work.precision) : nullptr;
  report["only_reads"] = work.only_reads;
  print_line({{"work", report}});
}

}  // namespace problems
