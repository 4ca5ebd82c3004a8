#pragma once

// For programs whose trace is compared with what they measured themselves: prints "name value" lines.

#include <cstdint>

#include "check_cuda.cuh"

namespace {

/// Keeps one thread of each block busy for this many cycles, ten milliseconds by default.
__global__ void spin(long long cycles) {
  const long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

constexpr long long some_milliseconds = 20'000'000;
constexpr std::size_t copied_bytes = 256UL << 20;  // 5 ms over PCIe 5

/// The GPU's time between two places in a stream, by CUDA events.
class Stopwatch {
 public:
  explicit Stopwatch(cudaStream_t stream = nullptr) : stream_(stream) {
    CHECK_CUDA(cudaEventCreate(&start_));
    CHECK_CUDA(cudaEventCreate(&stop_));
    CHECK_CUDA(cudaEventRecord(start_, stream_));
  }
  /// Waits for the end of what was put into the stream since.
  long long elapsed_ns() const {
    float milliseconds = 0;
    CHECK_CUDA(cudaEventRecord(stop_, stream_));
    CHECK_CUDA(cudaEventSynchronize(stop_));
    CHECK_CUDA(cudaEventElapsedTime(&milliseconds, start_, stop_));
    return static_cast<long long>(static_cast<double>(milliseconds) * 1e6);
  }

 private:
  cudaStream_t stream_;
  cudaEvent_t start_, stop_;
};

void print_measured(const char* name, long long value) {
  std::printf("%s %lld\n", name, value);
  std::fflush(stdout);
}

/// One kernel alone, waited for.
long long spin_ns(long long cycles = some_milliseconds) {
  const Stopwatch watch;
  spin<<<1, 32>>>(cycles);
  CHECK_CUDA(cudaGetLastError());
  return watch.elapsed_ns();
}

}  // namespace
