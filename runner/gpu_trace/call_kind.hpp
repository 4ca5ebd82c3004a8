#pragma once

#include <string_view>

namespace gpu_trace {

/// What a call of CUDA means to the trace.
enum class CallKind {
  other,
  launch,       ///< of a kernel or a graph: work that someone has to wait for
  synchronize,  ///< returns when work is done
  allocate_managed,
  end_context,  ///< takes the context away, with all records that are not taken yet
  ask_error,    ///< returns the error of another call, or that work or a function is not there: no failure
};

/// The kind by the name that CUPTI gives: of the runtime or the driver, with or without a version suffix, as in
/// "cudaLaunchKernel_ptsz_v7000" or "cuMemcpyDtoH_v2".
CallKind kind_of_call(std::string_view name);

/// "cudaMemcpy" for "cudaMemcpy_v3020".
std::string_view plain_name(std::string_view name);

}  // namespace gpu_trace
