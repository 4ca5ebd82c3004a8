#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slow {

/// What the comparison should say, by a reading that takes every rule of the format one after the other, in decimal
/// arithmetic on paper.
struct Rules {
  bool case_sensitive = false;
  bool space_change_sensitive = false;
  std::string absolute;  ///< a number; empty: none
  std::string relative;
};

/// Nothing where a number needs more paper than there is.
std::optional<bool> accepts(std::string_view answer, std::string_view output, const Rules& rules);

}  // namespace slow
