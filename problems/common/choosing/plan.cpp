#include "problems/common/choosing/plan.hpp"

#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace problems {
namespace {

nlohmann::ordered_json or_null(const std::optional<double>& seconds) {
  return seconds ? nlohmann::ordered_json(*seconds) : nlohmann::ordered_json(nullptr);
}

}  // namespace

unsigned Plan::cores_of(std::string_view step) const {
  for (const Step& one : steps) {
    if (one.name == step) return one.cores;
  }
  return 1;
}

Step reading_step(const Costs& costs, double bytes, const Means& means) {
  return best_step(costs, steps::read, means,
                   [&](unsigned cores) { return shared_counts("byte", "byte_in_turn", bytes, cores); });
}

std::size_t least_shared_bytes(const Costs& costs, const Means& means) {
  std::size_t bytes = std::size_t{1} << 16;
  while (bytes < most_measured_bytes && reading_step(costs, static_cast<double>(bytes), means).cores == 1)
    bytes *= 2;
  return bytes;
}

void add_up(Plan& plan) {
  double sum = 0, beside = 0;
  for (const Step& step : plan.steps) {
    if (!step.seconds) return;
    const bool is_beside = step.name == steps::start || step.name == steps::read;
    beside = is_beside ? std::max(beside, *step.seconds) : beside;
    sum += is_beside ? 0 : *step.seconds;
  }
  plan.seconds = sum + beside;
}

void append(Plan& plan, const Plan& next) {
  plan.solver = next.solver;
  for (const Step& step : next.steps) {
    const auto same = std::find_if(plan.steps.begin(), plan.steps.end(),
                                   [&](const Step& one) { return one.name == step.name; });
    if (same == plan.steps.end() || same->counts.size() != step.counts.size()) {
      plan.steps.push_back(step);
      continue;
    }
    for (std::size_t k = 0; k < step.counts.size(); ++k) same->counts[k].times += step.counts[k].times;
    same->seconds =
        same->seconds && step.seconds ? std::optional(*same->seconds + *step.seconds) : std::nullopt;
  }
  plan.seconds = plan.seconds && next.seconds ? std::optional(*plan.seconds + *next.seconds) : std::nullopt;
}

std::optional<double> seconds_for(const Plan& plan, double parts) {
  if (!plan.seconds) return std::nullopt;
  double of_a_part = 0;
  for (const Step& step : plan.steps) {
    const bool is_once =
        step.name == steps::process || step.name == steps::gpu_process || step.name == steps::start;
    if (!is_once) of_a_part += step.seconds.value_or(0);
  }
  return *plan.seconds + (parts - 1) * of_a_part;
}

void sort_by_time(std::vector<Plan>& plans, double parts) {
  const auto time = [&](const Plan& plan) {
    return seconds_for(plan, parts).value_or(std::numeric_limits<double>::infinity());
  };
  std::stable_sort(plans.begin(), plans.end(),
                   [&](const Plan& one, const Plan& other) { return time(one) < time(other); });
}

nlohmann::ordered_json as_json(const Plan& plan, std::string_view costs_source) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Step& step : plan.steps) {
    nlohmann::ordered_json counts;
    for (const Count& count : step.counts) counts[std::string(count.what)] = count.times;
    rows.push_back(
        {{"step", step.name}, {"cores", step.cores}, {"counts", counts}, {"seconds", or_null(step.seconds)}});
  }
  return {{"solver", plan.solver},
          {"text", plan.is_gpu_text ? "gpu" : "host"},
          {"costs", costs_source},
          {"seconds", or_null(plan.seconds)},
          {"steps", rows}};
}

}  // namespace problems
