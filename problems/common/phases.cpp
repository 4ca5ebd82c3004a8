#include "problems/common/phases.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

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
  print_line({{"phases", phases}});
}

void report_work(std::string_view solver, std::string_view size_unit, std::uint64_t size, const Work& work) {
  print_line({{"work",
               {{"solver", solver},
                {"size", size},
                {"size_unit", size_unit},
                {"flop", work.flop},
                {"least_bytes", work.least_bytes}}}});
}

}  // namespace problems
