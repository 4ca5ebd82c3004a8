#include "problems/common/choosing/plan_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "problems/common/reading/input_error.hpp"

namespace problems {
namespace {

constexpr std::uint64_t largest_size = std::uint64_t{1} << 62;

std::string time_text(const std::optional<double>& seconds) {
  if (!seconds) return "not known";
  if (*seconds < 1e-3) return fmt::format("{:.1f} us", *seconds * 1e6);
  return *seconds < 1 ? fmt::format("{:.2f} ms", *seconds * 1e3) : fmt::format("{:.3f} s", *seconds);
}

std::string list_as_json(std::span<const ListedPlan> plans, std::string_view costs_source) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const ListedPlan& listed : plans) {
    nlohmann::ordered_json row = as_json(listed.plan, costs_source);
    row["chosen"] = listed.is_chosen;
    row["available"] = listed.can_run;
    rows.push_back(row);
  }
  return nlohmann::ordered_json{{"costs", costs_source}, {"plans", rows}}.dump(2) + '\n';
}

/// A step's part of a row: its time and number of cores.
std::string step_text(const Plan& plan, std::string_view name) {
  for (const Step& step : plan.steps) {
    if (step.name != name) continue;
    return time_text(step.seconds) + (step.cores > 1 ? fmt::format(" x{}", step.cores) : "");
  }
  return "";
}

}  // namespace

std::vector<std::uint64_t> parse_size(std::string_view text, std::string_view dimensions) {
  const auto count = static_cast<std::size_t>(std::count(dimensions.begin(), dimensions.end(), 'x')) + 1;
  std::vector<std::uint64_t> size;
  const auto wrong = [&] {
    return WrongSize(
        fmt::format("--size: expected {}, up to {} integers from 1, whose product is at most {}, with x "
                    "between them, found {}",
                    dimensions, count, largest_size, quoted(text)));
  };
  for (const char* begin = text.data();; ++begin) {
    const char* const end = text.data() + text.size();
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error != std::errc() || value < 1 || size.size() == count) throw wrong();
    size.push_back(value);
    begin = stop;
    if (begin == end) break;
    if (*begin != 'x') throw wrong();
  }
  size.resize(count, size.back());
  std::uint64_t product = 1;
  for (const std::uint64_t value : size) {
    if (value > largest_size / product) throw wrong();
    product *= value;
  }
  return size;
}

std::string plan_list(std::span<const ListedPlan> plans, std::string_view costs_source, bool json) {
  if (json) return list_as_json(plans, costs_source);
  std::vector<std::vector<std::string>> rows = {
      {"", "solver", "text", "predicted", "read", "solve", "print"}};
  for (const auto& [plan, is_chosen, can_run] : plans) {
    rows.push_back({is_chosen ? "auto"
                    : can_run ? ""
                              : "cannot run",
                    std::string(plan.solver), plan.is_gpu_text ? "gpu" : "host", time_text(plan.seconds),
                    step_text(plan, plan.is_gpu_text ? steps::gpu_read : steps::read),
                    step_text(plan, plan.solver),
                    step_text(plan, plan.is_gpu_text ? steps::gpu_print : steps::print)});
  }
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  }
  std::string list;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) line += fmt::format("{:<{}}  ", row[k], widths[k]);
    list.append(line, 0, line.find_last_not_of(' ') + 1) += '\n';
  }
  return list + fmt::format("{}\n", costs_source);
}

}  // namespace problems
