// One launch. Each block strides over the values, 16 bytes a load and several loads in flight, combines what
// its threads hold by warp exchanges, stores that and counts itself done; the block that counts last combines
// the blocks' results, in their order, and leaves the counter at 0 for the next call. (NVIDIA CUDA samples,
// threadFenceReduction; CUDA C++ Programming Guide, "Memory Fence Functions".)
//
// Which values a thread takes depends on how many there are, not on where they are: values that are not
// aligned to 16 bytes are taken in the same order, by narrow loads.
//
// Traffic: a value read; 8 bytes written and read for each of some thousand blocks.
// Prediction: large inputs at the memory's read bandwidth; small ones in one launch, a read, one atomic
// operation and the read of the blocks' results: about half of two launches. (Replayed in a CUDA graph it
// measured level with two.)

#include <cuda/atomic>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/reduction/block_reduce.cuh"
#include "kernels/reduction/gpu_operations.cuh"
#include "kernels/reduction/thread_total.cuh"
#include "kernels/reduction/workspace.hpp"

namespace kernels {
namespace {

constexpr unsigned block_threads = 256;
constexpr unsigned loads = 4;  ///< of 16 bytes, in flight in a thread

template <class Operation, bool aligned, class Result>
__global__ __launch_bounds__(block_threads) void reduce(const typename Operation::Value* values,
                                                        std::size_t size,
                                                        typename Operation::Accumulator initial,
                                                        typename Operation::Accumulator* partials,
                                                        unsigned* blocks_done, Result* result) {
  auto total = block_reduce<Operation, block_threads>(
      thread_total<Operation, aligned, block_threads, loads>(values, size));
  if (gridDim.x > 1) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
      partials[blockIdx.x] = total;
      // The block that counts last sees what the others stored before they counted.
      cuda::atomic_ref<unsigned, cuda::thread_scope_device> done(*blocks_done);
      is_last = done.fetch_add(1, cuda::memory_order_acq_rel) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last) return;
    total = Operation::identity();
    for (unsigned i = threadIdx.x; i < gridDim.x; i += block_threads) {
      total = Operation::combine(total, __ldcg(partials + i));  // from L2, where other blocks' results are
    }
    total = block_reduce<Operation, block_threads>(total);
  }
  if (threadIdx.x == 0) {
    *result = static_cast<Result>(Operation::combine(initial, total));
    *blocks_done = 0;
  }
}

}  // namespace

template <class T>
void reduction_gpu_single_pass(std::span<const T> values, Reduction reduction, ReductionResult<T>* result,
                               ReductionWorkspace& workspace, GpuStream stream) {
  with_operation<T>(reduction, [&]<class Operation>(Operation) {
    using Result = ReductionResult<T>;
    const bool aligned = reinterpret_cast<std::uintptr_t>(values.data()) % 16 == 0;
    auto* kernel = aligned ? &reduce<Operation, true, Result> : &reduce<Operation, false, Result>;
    static const unsigned most_blocks = resident_blocks(reduce<Operation, true, Result>, block_threads);
    // A block without work would still be waited for; but
    // where there is no vector there may be single values.
    const unsigned blocks =
        std::max(1u, grid_for(values.size() / Vector<T>::size, block_threads * loads, most_blocks));
    kernel<<<blocks, block_threads, 0, stream>>>(
        values.data(), values.size(), Operation::initial(values.size()),
        reinterpret_cast<typename Operation::Accumulator*>(workspace.partials()), workspace.blocks_done(),
        result);
    check_launch("reduction_gpu_single_pass");
  });
}

template void reduction_gpu_single_pass(std::span<const std::int32_t>, Reduction, std::int64_t*,
                                        ReductionWorkspace&, GpuStream);
template void reduction_gpu_single_pass(std::span<const std::int64_t>, Reduction, std::int64_t*,
                                        ReductionWorkspace&, GpuStream);
template void reduction_gpu_single_pass(std::span<const float>, Reduction, float*, ReductionWorkspace&,
                                        GpuStream);
template void reduction_gpu_single_pass(std::span<const double>, Reduction, double*, ReductionWorkspace&,
                                        GpuStream);

}  // namespace kernels
