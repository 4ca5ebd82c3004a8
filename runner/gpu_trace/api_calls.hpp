#pragma once

namespace gpu_trace {

/// Has CUPTI report each call of the runtime and of the driver. Returns why that cannot be; nullptr: it can.
const char* watch_api_calls();

}  // namespace gpu_trace
