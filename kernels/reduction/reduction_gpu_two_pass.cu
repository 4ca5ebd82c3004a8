// Each block strides over the values with a grid that fills the GPU, halves what its threads hold in shared
// memory until one is left, and stores it; a second launch, of one block, does the same with the blocks'
// results. (Mark Harris, "Optimizing Parallel Reduction in CUDA", NVIDIA, 2007.)
//
// Traffic: a value read; 8 bytes written and read for each of some thousand blocks. A thread has one load of
// one value in flight at a time, but 2048 threads a multiprocessor have as many. Prediction: large inputs at
// most of the copy's read bandwidth, less for narrow values; small ones take two launches, the second of
// which waits for the first.

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/reduction/gpu_operations.cuh"
#include "kernels/reduction/workspace.hpp"

namespace kernels {
namespace {

constexpr unsigned block_threads = 256;

/// The result is thread 0's.
template <class Operation>
__device__ typename Operation::Accumulator tree_reduce(typename Operation::Accumulator total) {
  __shared__ typename Operation::Accumulator tree[block_threads];
  tree[threadIdx.x] = total;
  __syncthreads();
  for (unsigned half = block_threads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      tree[threadIdx.x] = Operation::combine(tree[threadIdx.x], tree[threadIdx.x + half]);
    }
    __syncthreads();
  }
  return tree[0];
}

template <class Operation>
__global__ void reduce_values(const typename Operation::Value* values, std::size_t size,
                              typename Operation::Accumulator* partials) {
  auto total = Operation::identity();
  const std::size_t step = std::size_t{gridDim.x} * block_threads;
  for (std::size_t i = std::size_t{blockIdx.x} * block_threads + threadIdx.x; i < size; i += step) {
    total = Operation::combine(total, Operation::lift(values[i]));
  }
  total = tree_reduce<Operation>(total);
  if (threadIdx.x == 0) partials[blockIdx.x] = total;
}

template <class Operation, class Result>
__global__ void reduce_partials(const typename Operation::Accumulator* partials, unsigned count,
                                typename Operation::Accumulator initial, Result* result) {
  auto total = Operation::identity();
  for (unsigned i = threadIdx.x; i < count; i += block_threads) {
    total = Operation::combine(total, partials[i]);
  }
  total = tree_reduce<Operation>(total);
  if (threadIdx.x == 0) *result = static_cast<Result>(Operation::combine(initial, total));
}

}  // namespace

template <class T>
void reduction_gpu_two_pass(std::span<const T> values, Reduction reduction, ReductionResult<T>* result,
                            ReductionWorkspace& workspace, GpuStream stream) {
  with_operation<T>(reduction, [&]<class Operation>(Operation) {
    auto* partials = reinterpret_cast<typename Operation::Accumulator*>(workspace.partials());
    static const unsigned most_blocks = resident_blocks(reduce_values<Operation>, block_threads);
    const unsigned blocks = grid_for(values.size(), block_threads, most_blocks);
    if (blocks > 0) {
      reduce_values<Operation><<<blocks, block_threads, 0, stream>>>(values.data(), values.size(), partials);
      check_launch("reduction_gpu_two_pass, first pass");
    }
    reduce_partials<Operation>
        <<<1, block_threads, 0, stream>>>(partials, blocks, Operation::initial(values.size()), result);
    check_launch("reduction_gpu_two_pass, second pass");
  });
}

template void reduction_gpu_two_pass(std::span<const std::int32_t>, Reduction, std::int64_t*,
                                     ReductionWorkspace&, GpuStream);
template void reduction_gpu_two_pass(std::span<const std::int64_t>, Reduction, std::int64_t*,
                                     ReductionWorkspace&, GpuStream);
template void reduction_gpu_two_pass(std::span<const float>, Reduction, float*, ReductionWorkspace&,
                                     GpuStream);
template void reduction_gpu_two_pass(std::span<const double>, Reduction, double*, ReductionWorkspace&,
                                     GpuStream);

}  // namespace kernels
