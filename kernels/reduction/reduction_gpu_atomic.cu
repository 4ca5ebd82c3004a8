// Each block strides over the values with a grid that fills the GPU, combines what its threads hold by warp
// exchanges, and adds that to the result itself by one atomic operation. A launch of one thread sets the
// result to its initial value first.
//
// For integers only: atomic operations come in any order, and floating-point sums and products depend on it,
// so that the last bits would change from run to run.
//
// Traffic: a value read; one atomic operation a block, all on one place in the L2 cache, some thousand of
// them, spread over the run by the order in which blocks end. Prediction: as gpu-two-pass on large inputs;
// but products, which have no atomic operation of their own, wait for each other: on an H200 0.35 us a block,
// so that a thousand blocks take 0.4 ms for that alone.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/reduction/block_reduce.cuh"
#include "kernels/reduction/gpu_operations.cuh"

namespace kernels {
namespace {

constexpr unsigned block_threads = 256;

template <class T>
__device__ void combine_atomically(Sum<T>, std::int64_t* result, std::uint64_t total) {
  atomicAdd(reinterpret_cast<unsigned long long*>(result), static_cast<unsigned long long>(total));
}
template <class T>
__device__ void combine_atomically(Min<T>, std::int64_t* result, T total) {
  atomicMin(reinterpret_cast<long long*>(result), static_cast<long long>(total));
}
template <class T>
__device__ void combine_atomically(Max<T>, std::int64_t* result, T total) {
  atomicMax(reinterpret_cast<long long*>(result), static_cast<long long>(total));
}
/// Multiplies; there is no atomic product: it is computed from what
/// is there and stored if that has not changed meanwhile.
template <class T>
__device__ void combine_atomically(Product<T> product, std::int64_t* result, std::uint32_t total) {
  auto* place = reinterpret_cast<unsigned long long*>(result);
  unsigned long long expected = 0, found = *reinterpret_cast<volatile unsigned long long*>(place);
  do {
    expected = found;
    found = atomicCAS(place, expected, product.combine(static_cast<std::uint32_t>(expected), total));
  } while (found != expected);
}

template <class Operation>
__global__ void set_initial(typename Operation::Accumulator initial, std::int64_t* result) {
  *result = static_cast<std::int64_t>(initial);
}

template <class Operation>
__global__ void reduce_values(const typename Operation::Value* values, std::size_t size,
                              std::int64_t* result) {
  auto total = Operation::identity();
  const std::size_t step = std::size_t{gridDim.x} * block_threads;
  for (std::size_t i = std::size_t{blockIdx.x} * block_threads + threadIdx.x; i < size; i += step) {
    total = Operation::combine(total, Operation::lift(values[i]));
  }
  total = block_reduce<Operation, block_threads>(total);
  if (threadIdx.x == 0) combine_atomically(Operation(), result, total);
}

}  // namespace

template <class T>
void reduction_gpu_atomic(std::span<const T> values, Reduction reduction, ReductionResult<T>* result,
                          ReductionWorkspace&, GpuStream stream) {
  with_operation<T>(reduction, [&]<class Operation>(Operation) {
    set_initial<Operation><<<1, 1, 0, stream>>>(Operation::initial(values.size()), result);
    check_launch("reduction_gpu_atomic, initial value");
    if (values.empty()) return;
    static const unsigned most_blocks = resident_blocks(reduce_values<Operation>, block_threads);
    reduce_values<Operation>
        <<<grid_for(values.size(), block_threads, most_blocks), block_threads, 0, stream>>>(
            values.data(), values.size(), result);
    check_launch("reduction_gpu_atomic");
  });
}

template void reduction_gpu_atomic(std::span<const std::int32_t>, Reduction, std::int64_t*,
                                   ReductionWorkspace&, GpuStream);
template void reduction_gpu_atomic(std::span<const std::int64_t>, Reduction, std::int64_t*,
                                   ReductionWorkspace&, GpuStream);

}  // namespace kernels
