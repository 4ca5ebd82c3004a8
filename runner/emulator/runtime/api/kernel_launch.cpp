#include "runner/emulator/include/cuda_emulator/kernel_launch.h"

#include <cstring>
#include <vector>

#include "runner/emulator/include/cuda_emulator/errors.h"
#include "runner/emulator/include/cuda_emulator/launch.h"
#include "runner/emulator/runtime/api/launch_limits.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/execution/launch_options.hpp"
#include "runner/emulator/runtime/program/names.hpp"
#include "runner/emulator/runtime/program/tables.hpp"

namespace cuda_emulator {
namespace {

thread_local std::vector<LaunchShape> configured;

std::size_t aligned(std::size_t bytes) {
  return (bytes + 15) / 16 * 16;
}

/// Copies the arguments to where kernels find them: pointers to them, then their bytes.
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

void launch_kernel(const void* kernel, const LaunchShape& shape, void** arguments, bool is_cooperative) {
  const KernelRow* row = kernel_of(kernel);
  if (!row) {
    record_error(cudaErrorInvalidDeviceFunction, shape.site);
    return;
  }
  if (is_cooperative && begin_cooperative_launch(*row, shape) != cudaSuccess) return;
  launch_grid(row, signature(row->name), shape, row->call, copy_of(*row, arguments));
}

}  // namespace
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
  if (configured.empty()) {
    launch_kernel(kernel, shape, arguments, false);
    return cudaPeekAtLastError();
  }
  // By <<<...>>>, which gives nobody the result.
  shape.site = configured.back().site;
  configured.pop_back();
  launch_kernel(kernel, shape, arguments, false);
  return cudaSuccess;
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t shared_bytes, cudaStream_t stream) {
  cuda_emulator::LaunchShape shape(grid, block, shared_bytes, stream);
  shape.site = __builtin_return_address(0);
  cuda_emulator::launch_kernel(kernel, shape, arguments, true);
  return cudaPeekAtLastError();
}
}
