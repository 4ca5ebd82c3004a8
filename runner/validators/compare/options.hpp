#pragma once

#include <span>

#include "runner/validators/compare/tolerance.hpp"

namespace validator {

/// How the default output validator compares.
struct Options {
  bool case_sensitive = false;
  bool space_change_sensitive = false;
  Tolerance tolerance;
};

/// Reads the flags of the problem package format 2025-09: case_sensitive,
/// space_change_sensitive, float_absolute_tolerance E, float_relative_tolerance E,
/// float_tolerance E. Throws std::invalid_argument, naming the flag, for one that
/// is unknown, malformed, repeated with a tolerance or in conflict with another.
Options parse_options(std::span<const char* const> flags);

}  // namespace validator
