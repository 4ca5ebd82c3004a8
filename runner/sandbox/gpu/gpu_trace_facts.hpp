#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/descriptor.hpp"
#include "runner/gpu_trace/trace_layout.hpp"
#include "runner/sandbox/run/options.hpp"

namespace runner {

/// The files that a program must see to be traced, absolute paths: the library for the driver to load, then
/// CUPTI. Empty if the library was not built.
std::vector<std::string> gpu_trace_libraries();

/// What all processes of a run did, as JSON, or why that is unknown. `started_ns`: when the program started,
/// on the monotonic clock. Nothing in `trace` is trusted to be well-formed.
std::pair<nlohmann::ordered_json, std::string> describe_trace(const gpu_trace::Trace& trace,
                                                              std::int64_t started_ns);

/// Adds "trace" and "trace_missing" to the facts of a run with a GPU: the content of the file `file` from
/// gpu_trace, for all processes together, and why there is none. One of the two is null.
void add_gpu_trace(nlohmann::ordered_json& gpu_facts, const Options& options, const base::Descriptor& file,
                   std::int64_t started_ns);

}  // namespace runner
