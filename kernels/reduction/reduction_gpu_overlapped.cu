// One launch, as gpu-single-pass, with three of its waits taken out:
//
// - The next call begins while this one runs: its blocks bring the first of their values into the L2 cache,
//   then wait for the end of what was launched before (kernels/gpu/overlap.cuh).
// - The blocks' results need no fence, no count and no second reading: each is written with a mark that it is
//   there, and the last block looks at all places until all marks have come. Blocks are started in the order
//   of their numbers, and the others wait for nothing, so that it waits for blocks that run or have ended.
//   It clears the marks for the next call.
// - Inputs of up to 32 KB are one block's, and small ones are spread over more blocks than there, with one load
//   of 16 bytes in a thread instead of four.
//
// Traffic: a value read; 16 bytes written, read and cleared for each of some hundred blocks. Prediction: small
// inputs cost a launch less its latency, a read and two exchanges of blocks through L2, 1.5 times as fast as
// CUB's two launches in a CUDA graph; large ones as gpu-single-pass. Results: laboratory/notes/reduction.md.

#include <algorithm>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/gpu/grid.hpp"
#include "kernels/gpu/overlap.cuh"
#include "kernels/reduction/block_reduce.cuh"
#include "kernels/reduction/gpu_operations.cuh"
#include "kernels/reduction/slot.cuh"
#include "kernels/reduction/thread_total.cuh"

namespace kernels {
namespace {

/// The shape of a block. Measured on an H200. (1024 threads spill where float32 becomes float64: 4% slower.)
struct Tiny {  // one block
  static constexpr unsigned threads = 512, loads = 4;
};
struct Small {
  static constexpr unsigned threads = 512, loads = 1;
};
struct Large {
  static constexpr unsigned threads = 512, loads = 4;
};
constexpr std::size_t most_tiny_bytes = 16 * Tiny::threads * Tiny::loads;
constexpr std::size_t most_small_bytes = std::size_t{32} << 20;

template <class Operation, bool aligned, class Shape, class Result>
__global__ __launch_bounds__(Shape::threads) void reduce(const typename Operation::Value* values,
                                                         std::size_t size,
                                                         typename Operation::Accumulator initial,
                                                         ReductionSlot* slots, Result* result) {
  using Accumulator = typename Operation::Accumulator;
  constexpr unsigned width = 16 / sizeof(*values);  // of a vector
  let_next_begin();
  if constexpr (aligned) {
    constexpr std::size_t tile = std::size_t{Shape::threads} * Shape::loads * width;
    const std::size_t begin = blockIdx.x * tile, whole = size / width * width;
    if (threadIdx.x == 0 && begin < whole) {
      prefetch(values + begin, (whole - begin < tile ? whole - begin : tile) * sizeof(*values));
    }
  }
  wait_for_previous();
  auto total = block_reduce<Operation, Shape::threads>(
      thread_total<Operation, aligned, Shape::threads, Shape::loads>(values, size));
  const unsigned last = gridDim.x - 1;
  if (blockIdx.x < last) {
    if (threadIdx.x == 0) Slot(slots[blockIdx.x]).put(total);
    return;
  }
  if (last > 0) {
    auto all = threadIdx.x == 0 ? total : Operation::identity();
    for (unsigned i = threadIdx.x; i < last; i += Shape::threads) {
      all = Operation::combine(all, Slot(slots[i]).template take<Accumulator>());
    }
    __syncthreads();  // the second reduction uses the memory of the first
    total = block_reduce<Operation, Shape::threads>(all);
  }
  if (threadIdx.x == 0) *result = static_cast<Result>(Operation::combine(initial, total));
}

template <class Operation, class Shape, class Result>
void launch(std::span<const typename Operation::Value> values, Result* result, ReductionWorkspace& workspace,
            GpuStream stream) {
  const bool aligned = reinterpret_cast<std::uintptr_t>(values.data()) % 16 == 0;
  auto* kernel = aligned ? &reduce<Operation, true, Shape, Result> : &reduce<Operation, false, Shape, Result>;
  static const unsigned most_blocks =
      std::min<unsigned>(resident_blocks(reduce<Operation, true, Shape, Result>, Shape::threads),
                         ReductionWorkspace::slots_count);
  const std::size_t vectors = values.size_bytes() / 16;
  const unsigned blocks = std::max(1u, grid_for(vectors, Shape::threads * Shape::loads, most_blocks));
  launch_overlapping(kernel, {blocks, Shape::threads}, stream, values.data(), values.size(),
                     Operation::initial(values.size()), workspace.slots(), result);
}

}  // namespace

template <class T>
void reduction_gpu_overlapped(std::span<const T> values, Reduction reduction, ReductionResult<T>* result,
                              ReductionWorkspace& workspace, GpuStream stream) {
  with_operation<T>(reduction, [&]<class Operation>(Operation) {
    if (values.size_bytes() <= most_tiny_bytes) {
      launch<Operation, Tiny>(values, result, workspace, stream);
    } else if (values.size_bytes() <= most_small_bytes) {
      launch<Operation, Small>(values, result, workspace, stream);
    } else {
      launch<Operation, Large>(values, result, workspace, stream);
    }
  });
}

template void reduction_gpu_overlapped(std::span<const std::int32_t>, Reduction, std::int64_t*,
                                       ReductionWorkspace&, GpuStream);
template void reduction_gpu_overlapped(std::span<const std::int64_t>, Reduction, std::int64_t*,
                                       ReductionWorkspace&, GpuStream);
template void reduction_gpu_overlapped(std::span<const float>, Reduction, float*, ReductionWorkspace&,
                                       GpuStream);
template void reduction_gpu_overlapped(std::span<const double>, Reduction, double*, ReductionWorkspace&,
                                       GpuStream);

}  // namespace kernels
