#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <string>

#include "kernels/gpu/stream.hpp"

namespace kernels_bench {

/// What one call moves or computes: the rate that a row shows, and the ceiling that it is measured against.
struct Quantity {
  std::string rate;     ///< "GB/s", "GFLOP/s", or "M/s" of what the operation counts
  double per_call;      ///< 1e9 bytes or operations; for "M/s" 1e6 of these
  std::string ceiling;  ///< a row of ceilings.cu: "device-copy", "fma-float32", ...; empty: none
};

/// Has every row timed in the same way: by the GPU's clock,
/// in a fixed number of batches of calls per repetition.
void set_up_row(benchmark::internal::Benchmark* row);

/// A CUDA event that keeps time.
class TimingEvent {
 public:
  TimingEvent() { kernels::check_cuda(cudaEventCreate(&handle_), "cudaEventCreate"); }
  TimingEvent(const TimingEvent&) = delete;
  TimingEvent& operator=(const TimingEvent&) = delete;
  ~TimingEvent() { cudaEventDestroy(handle_); }
  void record(cudaStream_t stream) const { kernels::check_cuda(cudaEventRecord(handle_, stream), "event"); }

  /// Waits for this event; the seconds from `begin` to it.
  double seconds_since(const TimingEvent& begin) const {
    kernels::check_cuda(cudaEventSynchronize(handle_), "benchmark");
    float milliseconds = 0;
    kernels::check_cuda(cudaEventElapsedTime(&milliseconds, begin.handle_, handle_), "elapsed time");
    return double{milliseconds} * 1e-3;
  }

 private:
  cudaEvent_t handle_ = nullptr;
};

/// How calls reach the GPU: one after another, or all of a batch at once, recorded before as a CUDA graph.
enum class Launching { stream, graph };

/// Runs `work(stream, call)` in batches of a millisecond or more and reports the GPU's time of one call, by
/// CUDA events around each batch: what short kernels cost when they follow each other. `call` counts on, so
/// that `work` can rotate among `buffers` buffers; a graph has as many calls at least, up to some limit.
void time_on_gpu(benchmark::State& state, const Quantity& quantity,
                 const std::function<void(cudaStream_t stream, std::size_t call)>& work,
                 Launching launching = Launching::stream, std::size_t buffers = 1);

/// `bytes` bytes of device memory, which the next call may give again: the same for all rows, as how fast
/// memory is depends by a tenth on where it was allocated.
std::byte* memory_of_all_rows(std::size_t bytes);

/// Whether there may be so many: rows that are too large for the GPU are left out.
bool fits_in_memory(std::size_t bytes);

/// Buffers to rotate among begin this far from each other, or further.
inline constexpr std::size_t least_buffer_bytes = 1 << 16;

/// Has every row timed in the same way: by the wall clock, one call in a repetition.
void set_up_host_row(benchmark::internal::Benchmark* row);

/// Runs `work()` once for each iteration and reports the wall clock's time of it, divided by `items`.
void time_on_host(benchmark::State& state, const Quantity& quantity, const std::function<void()>& work,
                  double items = 1);

/// How many buffers of `bytes` to rotate among so that none is still in the L2 cache when its turn comes again. Buffers of
/// less than 64 KiB are so many as those of 64 KiB, and stay in it.
std::size_t buffers_beyond_cache(std::size_t bytes);

/// Fills device memory with the bytes of a hash of their place and `seed`; as floats: finite, in [1, 2).
void fill_random(std::int32_t* data, std::size_t size, unsigned seed, cudaStream_t stream);
void fill_random(std::int64_t* data, std::size_t size, unsigned seed, cudaStream_t stream);
void fill_random(float* data, std::size_t size, unsigned seed, cudaStream_t stream);
void fill_random(double* data, std::size_t size, unsigned seed, cudaStream_t stream);

}  // namespace kernels_bench
