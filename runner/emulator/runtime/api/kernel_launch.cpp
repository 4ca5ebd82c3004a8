#include "runner/emulator/include/cuda_emulator/kernel_launch.h"

#include <cstring>
#include <utility>
#include <vector>

#include "runner/emulator/include/cuda_emulator/errors.h"
#include "runner/emulator/runtime/api/kernel_launch.hpp"
#include "runner/emulator/runtime/api/launch_limits.hpp"
#include "runner/emulator/runtime/api/stream.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/execution/launch_options.hpp"
#include "runner/emulator/runtime/order/late_works.hpp"
#include "runner/emulator/runtime/program/names.hpp"
#include "runner/emulator/runtime/program/tables.hpp"

namespace cuda_emulator {
namespace {

thread_local std::vector<LaunchShape> configured;
thread_local bool was_called = false;  ///< a kernel, as a function

std::size_t aligned(std::size_t bytes) {
  return (bytes + 15) / 16 * 16;
}

/// Copies the arguments to where kernels find them: first pointers to them, then their bytes.
void** copy_of(const KernelRow& row, void** arguments) {
  std::size_t bytes = aligned(row.parameter_count * sizeof(void*));
  for (std::size_t n = 0; n < row.parameter_count; ++n) bytes += aligned(row.parameter_bytes[n]);
  auto* memory = static_cast<char*>(parameter_memory(bytes + 16));
  auto** pointers = reinterpret_cast<void**>(memory);
  char* place = memory + aligned(row.parameter_count * sizeof(void*));
  for (std::size_t n = 0; n < row.parameter_count; ++n) {
    std::memcpy(place, arguments[n], row.parameter_bytes[n]);
    pointers[n] = place;
    place += aligned(row.parameter_bytes[n]);
  }
  return pointers;
}

}  // namespace

cudaError_t launch_now(const void* kernel, const LaunchShape& shape, void** arguments, bool is_cooperative) {
  const KernelRow* row = kernel_of(kernel);
  if (!row) return record_error(cudaErrorInvalidDeviceFunction, shape.site);
  if (is_cooperative) {
    if (const cudaError_t error = begin_cooperative_launch(*row, shape)) return error;
  }
  return launch_grid(row, signature(row->name), shape, row->call, copy_of(*row, arguments));
}

cudaError_t launch_in_stream(const void* kernel, const LaunchShape& shape, void** arguments,
                             bool is_cooperative) {
  if (const cudaError_t error = check_stream(shape.stream)) return record_error(error, shape.site);
  const bool is_in_graph = is_captured(shape.stream);
  const KernelRow* row = kernel_of(kernel);
  // The host learns immediately that the launch is refused.
  const bool may_be_late =
      LateWorks::instance() && row && !is_cooperative && exceeded_limit(shape, row).empty();
  if (!is_in_graph && !may_be_late) {
    const StreamKey key = key_of(shape.stream);
    PendingWorks::instance().finish_before(key);
    const StreamScope scope(key);
    return launch_now(kernel, shape, arguments, is_cooperative);
  }
  cudaKernelNodeParams parameters{const_cast<void*>(kernel),
                                  shape.grid,
                                  shape.block,
                                  static_cast<unsigned>(shape.shared_bytes),
                                  arguments,
                                  nullptr};
  NodeWork work;
  cudaError_t error = kernel_work(parameters, is_cooperative, shape.site, work);
  if (!error && is_in_graph) {
    error = capture(shape.stream, std::move(work));
  } else if (!error) {
    PendingWorks::instance().leave_for_later(key_of(shape.stream), [=] { record_error(work.work()); });
  }
  return record_error(error, shape.site);
}

}  // namespace cuda_emulator

using cuda_emulator::LaunchShape;

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream) {
  LaunchShape shape(grid, block, shared_bytes, stream);
  shape.site = __builtin_return_address(0);
  cuda_emulator::configured.push_back(shape);
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared_bytes, void* stream) {
  if (cuda_emulator::configured.empty()) {
    cuda_emulator::was_called = true;
    return cudaErrorMissingConfiguration;
  }
  const LaunchShape& shape = cuda_emulator::configured.back();
  *grid = shape.grid;
  *block = shape.block;
  *shared_bytes = shape.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = shape.stream;
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t shared_bytes, cudaStream_t stream) {
  using namespace cuda_emulator;
  LaunchShape shape(grid, block, shared_bytes, stream);
  shape.site = __builtin_return_address(0);
  if (std::exchange(was_called, false)) return record_error(cudaErrorMissingConfiguration, shape.site);
  if (configured.empty()) return launch_in_stream(kernel, shape, arguments, false);
  // Called for <<<...>>>, which returns its result to nobody.
  shape.site = configured.back().site;
  configured.pop_back();
  launch_in_stream(kernel, shape, arguments, false);
  return cudaSuccess;
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared_bytes, cudaStream_t stream) {
  cuda_emulator::LaunchShape shape(grid, block, shared_bytes, stream);
  shape.site = __builtin_return_address(0);
  return cuda_emulator::launch_in_stream(kernel, shape, arguments, true);
}
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel, void** arguments) {
  using namespace cuda_emulator;
  if (!config || (config->numAttrs && !config->attrs)) return record_error(cudaErrorInvalidValue);
  bool is_cooperative = false;
  for (unsigned n = 0; n < config->numAttrs; ++n) {
    const cudaLaunchAttribute& attribute = config->attrs[n];
    if (attribute.id == cudaLaunchAttributeCooperative) is_cooperative = attribute.val.cooperative != 0;
    if (attribute.id != cudaLaunchAttributeClusterDimension) continue;
    const auto& cluster = attribute.val.clusterDim;
    if (cluster.x * cluster.y * cluster.z > 1) {
      return record_error(cudaErrorNotSupported, __builtin_return_address(0),
                          "the emulated device has no clusters of more than one block");
    }
  }
  LaunchShape shape(config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream);
  shape.site = __builtin_return_address(0);
  return launch_in_stream(kernel, shape, arguments, is_cooperative);
}
