#pragma once

// cub::DeviceReduce::TransformReduce of NVIDIA's CUB: two launches, one for small inputs. Its order of
// float64 additions is fixed by the number of values, as its grid is.
//
// CUB's scratch memory, some 8 bytes a block, is the workspace's.
//
// It takes long to compile: integers and floating-point numbers are instantiated in files of their own.

#include <cub/device/device_reduce.cuh>
#include <string>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/reduction/gpu_operations.cuh"
#include "kernels/reduction/workspace.hpp"

namespace kernels {
namespace reduction_gpu_cub_detail {

template <class Operation>
struct Combine {
  using Accumulator = typename Operation::Accumulator;
  __device__ Accumulator operator()(Accumulator left, Accumulator right) const {
    return Operation::combine(left, right);
  }
};

template <class Operation>
struct Lift {
  __device__ typename Operation::Accumulator operator()(typename Operation::Value value) const {
    return Operation::lift(value);
  }
};

}  // namespace reduction_gpu_cub_detail

template <class T>
void reduction_gpu_cub(std::span<const T> values, Reduction reduction, ReductionResult<T>* result,
                       ReductionWorkspace& workspace, GpuStream stream) {
  using namespace reduction_gpu_cub_detail;
  with_operation<T>(reduction, [&]<class Operation>(Operation) {
    std::size_t bytes = 0;
    const auto reduce = [&](void* scratch) {
      check_cuda(cub::DeviceReduce::TransformReduce(scratch, bytes, values.data(), result, values.size(),
                                                    Combine<Operation>(), Lift<Operation>(),
                                                    Operation::initial(values.size()), stream),
                 "cub::DeviceReduce::TransformReduce");
    };
    reduce(nullptr);  // queries the number of bytes
    if (bytes > ReductionWorkspace::partials_bytes) {
      throw GpuError("cub::DeviceReduce wants " + std::to_string(bytes) + " bytes of scratch memory, the " +
                     "workspace has " + std::to_string(ReductionWorkspace::partials_bytes));
    }
    reduce(workspace.partials());
  });
}

}  // namespace kernels
