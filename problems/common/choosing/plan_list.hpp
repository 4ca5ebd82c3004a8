#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "problems/common/choosing/plan.hpp"

namespace problems {

/// An error for a --size that does not have the problem's form; what() states the form.
struct WrongSize : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Parses a size: "300x200" for dimensions "MxKxN" is 300, 200, 200, because the last number stands for those
/// that are left out. Throws WrongSize.
std::vector<std::uint64_t> parse_size(std::string_view text, std::string_view dimensions);

struct ListedPlan {
  Plan plan;
  bool is_chosen;
  bool can_run;  ///< here
};

/// Formats the plans for an input, the shortest first, as an aligned table or JSON.
std::string plan_list(std::span<const ListedPlan> plans, std::string_view costs_source, bool json);

}  // namespace problems
