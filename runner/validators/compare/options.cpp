#include "runner/validators/compare/options.hpp"

#include <stdexcept>
#include <string>
#include <string_view>

namespace validator {

namespace {

constexpr std::string_view known_flags =
    "case_sensitive, space_change_sensitive, float_absolute_tolerance E, float_relative_tolerance E, "
    "float_tolerance E";

[[noreturn]] void refuse(std::string_view flag, const std::string& problem) {
  throw std::invalid_argument("flag \"" + std::string(flag) + "\": " + problem +
                              " (the flags are: " + std::string(known_flags) + ")");
}

void set_bound(std::optional<Bound>& bound, std::string_view flag, const char* value) {
  if (bound) refuse(flag, "this tolerance is already set; give each once, and float_tolerance alone");
  if (value == nullptr) refuse(flag, "a tolerance must follow, such as 1e-6; there is none");
  try {
    bound = Bound::parse(value);
  } catch (const std::invalid_argument& error) {
    refuse(flag, std::string(error.what()) + ", found \"" + value + "\"");
  }
}

}  // namespace

Options parse_options(std::span<const char* const> flags) {
  Options options;
  Tolerance& tolerance = options.tolerance;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const std::string_view flag = flags[i];
    const char* const value = i + 1 < flags.size() ? flags[i + 1] : nullptr;
    if (flag == "case_sensitive") {
      options.case_sensitive = true;
    } else if (flag == "space_change_sensitive") {
      options.space_change_sensitive = true;
    } else if (flag == "float_absolute_tolerance") {
      set_bound(tolerance.absolute, flag, value);
      ++i;
    } else if (flag == "float_relative_tolerance") {
      set_bound(tolerance.relative, flag, value);
      ++i;
    } else if (flag == "float_tolerance") {
      set_bound(tolerance.absolute, flag, value);
      set_bound(tolerance.relative, flag, value);
      ++i;
    } else {
      refuse(flag, "unknown flag");
    }
  }
  return options;
}

}  // namespace validator
