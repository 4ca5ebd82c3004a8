#pragma once

#include <string_view>

namespace gpu_trace {

/// The meaning of a CUDA call for the trace.
enum class CallKind {
  other,
  launch,       ///< of a kernel or a graph: work that someone has to wait for
  synchronize,  ///< returns when work is done
  allocate_managed,
  end_context,  ///< removes the context, with all records that have not been taken
  ask_error,    ///< returns the error of another call, or that work or a function is missing: not a failure
};

/// The kind by the name that CUPTI gives: of the runtime or the driver, with or without a version suffix, as in
/// "cudaLaunchKernel_ptsz_v7000" or "cuMemcpyDtoH_v2".
CallKind kind_of_call(std::string_view name);

/// "cudaMemcpy" for "cudaMemcpy_v3020".
std::string_view plain_name(std::string_view name);

}  // namespace gpu_trace
