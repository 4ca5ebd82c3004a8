#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "runner/sandbox/keeper/launch.hpp"
#include "runner/sandbox/keeper/watch.hpp"

namespace runner {

/// The facts of a run, as the text of the facts file (JSON, format 4).
std::string facts_of_run(const Observation& observation, const Options& options, const Launched& program);

/// The facts of a program that could not be started.
std::string facts_of_failed_start(const Launched& program);

}  // namespace runner
