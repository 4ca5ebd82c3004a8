#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "runner/launch.hpp"
#include "runner/watch.hpp"

namespace runner {

/// The facts of a program that ran, as the text of the facts file (JSON, format 1).
std::string facts_of_run(const Observation& observation, const Limits& limits);

/// The facts of a program that could not be started.
std::string facts_of_failed_start(const std::string& reason);

}  // namespace runner
