#include "problems/common/frame/answer.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <new>
#include <nlohmann/json.hpp>

#include "kernels/common/variant.hpp"
#include "problems/common/choosing/plan_list.hpp"
#include "problems/common/printing/standard_streams.hpp"
#include "problems/common/reading/input_error.hpp"

namespace problems {
namespace {

nlohmann::ordered_json json_of(const PhaseReport& report) {
  nlohmann::ordered_json phases = {{"solver", report.solver}};
  for (const PhaseClock::Phase& phase : report.phases) {
    phases[std::string(phase.name) + "_ns"] = phase.duration_ns;
  }
  if (kernels::is_gpu_variant(report.solver)) {
    phases["gpu"] = {{"start_up_ns", report.gpu.start_up_ns},
                     {"hidden_start_up_ns", report.gpu.hidden_start_up_ns},
                     {"copy_in_ns", report.gpu.copy_in_ns},
                     {"kernels_ns", report.gpu.kernels_ns},
                     {"copy_out_ns", report.gpu.copy_out_ns}};
  }
  return phases;
}

nlohmann::ordered_json json_of(const WorkReport& report) {
  nlohmann::ordered_json work;
  if (!report.solver.empty()) work["solver"] = report.solver;
  work["size"] = report.size;
  work["size_unit"] = report.size_unit;
  work["flop"] = report.work.flop;
  work["least_bytes"] = report.work.least_bytes;
  work["precision"] = report.work.flop > 0 ? nlohmann::ordered_json(report.work.precision) : nullptr;
  work["only_reads"] = report.work.only_reads;
  return work;
}

}  // namespace

Answer answered(std::string_view program, const std::function<void(Answer&)>& action) {
  Answer answer;
  const auto failed = [&](int exit_code, std::string_view message) {
    answer.exit_code = exit_code;
    answer.message = fmt::format("{}: {}", program, message);
  };
  const auto begin = std::chrono::steady_clock::now();
  try {
    action(answer);
  } catch (const CannotRun& obstacle) {
    failed(exit_cannot_run, "this solver cannot run: " + obstacle.reason);
  } catch (const kernels::GpuCannotRun& obstacle) {
    failed(exit_cannot_run, std::string("this solver cannot run: ") + obstacle.what());
  } catch (const WrongSize& error) {
    failed(exit_bad_input, error.what());
  } catch (const InputError& error) {
    failed(exit_bad_input, error.what());
  } catch (const std::bad_alloc&) {
    failed(exit_failed, "not enough memory for this input");
  } catch (const std::exception& error) {
    failed(exit_failed, error.what());
  }
  const std::chrono::nanoseconds taken = std::chrono::steady_clock::now() - begin;
  answer.wall_ns = static_cast<std::uint64_t>(taken.count());
  return answer;
}

int report(const Answer& answer) {
  if (answer.exit_code != exit_done) {
    print_error_line(answer.message);
    return answer.exit_code;
  }
  const nlohmann::ordered_json reports = reports_of(answer);
  for (const auto& [name, content] : reports.items()) {
    if (!print_error_line(nlohmann::ordered_json{{name, content}}.dump())) return exit_failed;
  }
  return exit_done;
}

nlohmann::ordered_json reports_of(const Answer& answer) {
  nlohmann::ordered_json reports = nlohmann::ordered_json::object();
  if (answer.phases) reports["phases"] = json_of(*answer.phases);
  if (answer.work) reports["work"] = json_of(*answer.work);
  if (answer.plan) reports["plan"] = as_json(*answer.plan, answer.costs_source);
  return reports;
}

}  // namespace problems
