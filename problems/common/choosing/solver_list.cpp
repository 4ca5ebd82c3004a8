#include "problems/common/choosing/solver_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kernels/common/variant.hpp"

namespace problems {
namespace {

constexpr std::string_view auto_idea =
    "the one that takes least time by what things cost here; --size predicts it";

std::string list_as_json(std::span<const SolverInfo> solvers, std::string_view id,
                         std::string_view size_unit) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const SolverInfo& solver : solvers) {
    nlohmann::ordered_json row = {{"name", solver.name},           {"idea", solver.idea},
                                  {"available", solver.available}, {"reason", solver.reason},
                                  {"largest_size", nullptr},       {"uses_all_cores", solver.uses_all_cores}};
    if (solver.largest_size != kernels::no_size_limit) row["largest_size"] = solver.largest_size;
    rows.push_back(row);
  }
  const nlohmann::ordered_json list = {{"program", id}, {"size_unit", size_unit}, {"solvers", rows}};
  return list.dump(2) + '\n';
}

}  // namespace

std::string solver_list(std::span<const SolverInfo> solvers, std::string_view id, std::string_view size_unit,
                        bool json) {
  if (json) return list_as_json(solvers, id, size_unit);
  std::size_t width = std::string_view("auto").size();
  for (const SolverInfo& solver : solvers) width = std::max(width, solver.name.size());
  std::string list = fmt::format("{:<{}}  {:<7}  {}\n", "solver", width, "can run", "idea");
  for (const SolverInfo& solver : solvers) {
    std::string note;
    if (!solver.available) note = fmt::format(" ({})", solver.reason);
    if (solver.largest_size != kernels::no_size_limit) {
      note += fmt::format(" (up to {} = {})", size_unit, solver.largest_size);
    }
    list += fmt::format("{:<{}}  {:<7}  {}{}\n", solver.name, width, solver.available ? "yes" : "no",
                        solver.idea, note);
  }
  return list + fmt::format("{:<{}}  {:<7}  {}\n", "auto", width, "yes", auto_idea);
}

std::string beyond_largest_size(std::string_view size_unit, std::uint64_t largest_size, std::uint64_t size) {
  return fmt::format("it is meant for sizes up to {} ({}), and this input's size is {}", largest_size,
                     size_unit, size);
}

}  // namespace problems
