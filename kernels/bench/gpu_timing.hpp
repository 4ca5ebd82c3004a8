#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <string>

#include "kernels/gpu/stream.hpp"

namespace kernels_bench {

/// What one call moves or computes: the rate that a row shows, and the ceiling that it is measured against.
struct Quantity {
  std::string rate;      ///< "GB/s" or "GFLOP/s"
  double giga_per_call;  ///< 1e9 bytes or operations
  std::string ceiling;   ///< a row of ceilings.cu: "device-copy", "fma-float32", ...
};

/// Has every row timed in the same way: by the GPU's clock,
/// in a fixed number of batches of calls per repetition.
void set_up_row(benchmark::internal::Benchmark* row);

/// Runs `work(stream, call)` in batches of a millisecond or more and reports the GPU's time of one call, by
/// CUDA events around each batch: what short kernels cost when they follow each other. `call` counts on, so
/// that `work` can rotate among buffers.
void time_on_gpu(benchmark::State& state, const Quantity& quantity,
                 const std::function<void(cudaStream_t stream, std::size_t call)>& work);

/// How many buffers of `bytes` to rotate among so that none
/// is still in the L2 cache when its turn comes again.
std::size_t buffers_beyond_cache(std::size_t bytes);

/// Fills device memory with the bytes of a hash of their place and `seed`; as floats: finite, in [1, 2).
void fill_random(std::int32_t* data, std::size_t size, unsigned seed, cudaStream_t stream);
void fill_random(std::int64_t* data, std::size_t size, unsigned seed, cudaStream_t stream);
void fill_random(float* data, std::size_t size, unsigned seed, cudaStream_t stream);
void fill_random(double* data, std::size_t size, unsigned seed, cudaStream_t stream);

}  // namespace kernels_bench
