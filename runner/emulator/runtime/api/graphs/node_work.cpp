// Implements the work of graph nodes.
#include <cstring>
#include <utility>

#include "runner/emulator/runtime/api/copy.hpp"
#include "runner/emulator/runtime/api/graphs/graph.hpp"
#include "runner/emulator/runtime/api/kernel_launch.hpp"
#include "runner/emulator/runtime/base/devices.hpp"
#include "runner/emulator/runtime/memory/device_access.hpp"
#include "runner/emulator/runtime/order/grid_accesses.hpp"
#include "runner/emulator/runtime/program/tables.hpp"

namespace cuda_emulator {
namespace {

/// A copy of a kernel's arguments: a graph uses the values at the time when a node is created.
struct Arguments {
  std::vector<std::vector<char>> values;
  std::vector<void*> addresses;

  Arguments(const KernelRow& row, void** arguments) {
    for (std::size_t n = 0; n < row.parameter_count; ++n) {
      const char* begin = static_cast<const char*>(arguments[n]);
      values.emplace_back(begin, begin + row.parameter_bytes[n]);
    }
    for (auto& value : values) addresses.push_back(value.data());
  }
};

/// Fills rows with an element of 2 or 4 bytes.
cudaError_t fill_elements(const cudaMemsetParams& p, const void* code) {
  // Its checks and byte states are those of a memset with bytes.
  const cudaError_t error = fill(p.dst, p.pitch, 0, p.width * p.elementSize, p.height, code);
  if (error != cudaSuccess) return error;
  const DeviceAccess access;
  for (std::size_t row = 0; row < p.height; ++row) {
    char* at = static_cast<char*>(p.dst) + row * p.pitch;
    for (std::size_t n = 0; n < p.width; ++n) std::memcpy(at + n * p.elementSize, &p.value, p.elementSize);
  }
  return cudaSuccess;
}

}  // namespace

cudaError_t kernel_work(const cudaKernelNodeParams& p, bool is_cooperative, const void* code,
                        NodeWork& work) {
  const KernelRow* row = kernel_of(p.func);
  if (!row) return cudaErrorInvalidDeviceFunction;
  if (row->parameter_count && !p.kernelParams) return cudaErrorInvalidValue;
  const auto arguments = std::make_shared<Arguments>(*row, p.kernelParams);
  work.type = cudaGraphNodeTypeKernel;
  work.kernel = p;
  work.kernel.kernelParams = arguments->addresses.data();
  work.arguments = arguments;
  LaunchShape shape(p.gridDim, p.blockDim, p.sharedMemBytes);
  shape.site = code;
  work.work = [=, device = current_device()] {
    const int device_before = std::exchange(current_device(), device);
    const cudaError_t error = launch_now(p.func, shape, arguments->addresses.data(), is_cooperative);
    current_device() = device_before;
    return error;
  };
  return cudaSuccess;
}

cudaError_t filling_work(const cudaMemsetParams& p, const void* code, NodeWork& work) {
  if (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4) return cudaErrorInvalidValue;
  work.type = cudaGraphNodeTypeMemset;
  work.filling = p;
  work.work = [=] { return fill_elements(p, code); };
  return cudaSuccess;
}

NodeWork call_work(const cudaHostNodeParams& p) {
  NodeWork work;
  work.type = cudaGraphNodeTypeHost;
  work.call = p;
  work.work = [=] {
    host_takes_part(working_stream());
    p.fn(p.userData);
    return cudaSuccess;
  };
  return work;
}

NodeWork copy_work(std::function<cudaError_t()> copy) {
  NodeWork work;
  work.type = cudaGraphNodeTypeMemcpy;
  work.work = std::move(copy);
  return work;
}

NodeWork copy_work(const cudaMemcpy3DParms& p, const void* code) {
  return copy_work([=] { return copy_box(&p, code); });
}

NodeWork copy_work(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const void* code) {
  return copy_work([=] { return copy({to, 0, from, 0, bytes, 1}, kind, code); });
}

}  // namespace cuda_emulator
