// cub::DeviceReduce::TransformReduce of NVIDIA's CUB: two launches, one for small inputs. Its order of
// float64 additions is fixed by the number of values, as its grid is.
//
// CUB's scratch memory, some 8 bytes a block, is the workspace's.

#include <cub/device/device_reduce.cuh>
#include <string>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/reduction/gpu_operations.cuh"
#include "kernels/reduction/workspace.hpp"

namespace kernels {
namespace {

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

}  // namespace

template <class T>
void reduction_gpu_cub(std::span<const T> values, Reduction reduction, ReductionResult<T>* result,
                       ReductionWorkspace& workspace, GpuStream stream) {
  with_operation<T>(reduction, [&]<class Operation>(Operation) {
    std::size_t bytes = 0;
    const auto reduce = [&](void* scratch) {
      check_cuda(cub::DeviceReduce::TransformReduce(scratch, bytes, values.data(), result, values.size(),
                                                    Combine<Operation>(), Lift<Operation>(),
                                                    Operation::initial(values.size()), stream),
                 "cub::DeviceReduce::TransformReduce");
    };
    reduce(nullptr);  // asks for the bytes
    if (bytes > ReductionWorkspace::partials_bytes) {
      throw GpuError("cub::DeviceReduce wants " + std::to_string(bytes) + " bytes of scratch memory, the " +
                     "workspace has " + std::to_string(ReductionWorkspace::partials_bytes));
    }
    reduce(workspace.partials());
  });
}

template void reduction_gpu_cub(std::span<const std::int32_t>, Reduction, std::int64_t*, ReductionWorkspace&,
                                GpuStream);
template void reduction_gpu_cub(std::span<const std::int64_t>, Reduction, std::int64_t*, ReductionWorkspace&,
                                GpuStream);
template void reduction_gpu_cub(std::span<const float>, Reduction, float*, ReductionWorkspace&, GpuStream);
template void reduction_gpu_cub(std::span<const double>, Reduction, double*, ReductionWorkspace&, GpuStream);

}  // namespace kernels
