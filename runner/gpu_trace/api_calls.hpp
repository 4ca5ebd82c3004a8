#pragma once

namespace gpu_trace {

/// Makes CUPTI report each call of the runtime and of the driver. Returns why that is impossible; nullptr: it
/// is possible.
const char* watch_api_calls();

}  // namespace gpu_trace
