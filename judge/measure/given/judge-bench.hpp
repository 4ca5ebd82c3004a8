// What checks and times a function of somebody's on the GPU: `program check`, or `program time SIZE REPETITIONS`.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace judge_bench {

/// Ends the program where a call failed.
inline void require(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

/// Memory of the GPU.
template <class T>
class Memory {
 public:
  explicit Memory(std::size_t size) : size_(size) {
    require(cudaMalloc(&data_, size * sizeof(T)), "cudaMalloc");
  }
  explicit Memory(const std::vector<T>& values) : Memory(values.size()) {
    require(cudaMemcpy(data_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice),
            "copy to the GPU");
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { cudaFree(data_); }

  T* data() const { return data_; }

  /// What lies there once the work of `stream` has ended.
  std::vector<T> values(cudaStream_t stream) const {
    std::vector<T> found(size_);
    require(cudaMemcpyAsync(found.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost, stream),
            "copy of the result");
    require(cudaStreamSynchronize(stream), "the kernel");
    return found;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_;
};

/// Calls of the function on the data of one size.
struct Calls {
  std::function<void(cudaStream_t stream, std::size_t set)> call;
  std::size_t sets;  ///< of buffers, so that the cache does not hold what the next call reads
};

/// As many sets of buffers as the cache does not hold.
inline std::size_t sets_beyond_cache(std::size_t bytes) {
  int cache_bytes = 0;
  require(cudaDeviceGetAttribute(&cache_bytes, cudaDevAttrL2CacheSize, 0), "size of the L2 cache");
  return 1 + 3 * static_cast<std::size_t>(cache_bytes) / std::max<std::size_t>(bytes, std::size_t{1} << 16);
}

template <class T>
std::vector<T> random_values(std::size_t size, T least, T most, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(static_cast<double>(least), static_cast<double>(most));
  std::vector<T> values(size);
  for (T& value : values) value = static_cast<T>(uniform(random));
  return values;
}

/// Whether each element is what it should be, by `is_right(expected, found)`.
template <class T, class Compare>
bool matches(const char* shape, const std::vector<T>& expected, const std::vector<T>& found,
             Compare is_right) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (is_right(expected[i], found[i])) continue;
    std::printf("wrong for %s: element %zu: expected %.9g, found %.9g\n", shape, i,
                static_cast<double>(expected[i]), static_cast<double>(found[i]));
    return false;
  }
  return true;
}

/// Prints the nanoseconds of one call, a line for each repetition: the median of ten batches of about a millisecond.
inline void print_times(const Calls& calls, int repetitions) {
  cudaStream_t stream = nullptr;
  cudaEvent_t begin = nullptr, end = nullptr;
  require(cudaStreamCreate(&stream), "cudaStreamCreate");
  require(cudaEventCreate(&begin), "cudaEventCreate");
  require(cudaEventCreate(&end), "cudaEventCreate");
  std::size_t next = 0;
  const auto milliseconds_of = [&](std::size_t count) {
    require(cudaEventRecord(begin, stream), "event");
    for (std::size_t i = 0; i < count; ++i) calls.call(stream, next++ % calls.sets);
    require(cudaGetLastError(), "launch");
    require(cudaEventRecord(end, stream), "event");
    require(cudaEventSynchronize(end), "the kernel");
    float found = 0;
    require(cudaEventElapsedTime(&found, begin, end), "elapsed time");
    return static_cast<double>(found);
  };
  milliseconds_of(1);  // loads the kernel
  const double once = std::max(milliseconds_of(3) / 3, 1e-4);
  const auto count = static_cast<std::size_t>(std::min(1000.0, std::max(1.0, 1 / once)));
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    std::vector<double> batches;
    for (int batch = 0; batch < 10; ++batch)
      batches.push_back(milliseconds_of(count) / static_cast<double>(count));
    std::nth_element(batches.begin(), batches.begin() + 5, batches.end());
    std::printf("%.6g\n", batches[5] * 1e6);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  cudaStreamDestroy(stream);
}

/// The program: `check(stream)` says what is wrong, `time(size, repetitions)` prints times.
inline int run(int count, char** arguments, const std::function<bool(cudaStream_t)>& check,
               const std::function<void(std::size_t size, int repetitions)>& time) {
  if (count == 4 && std::strcmp(arguments[1], "time") == 0) {
    time(std::strtoull(arguments[2], nullptr, 10), std::atoi(arguments[3]));
    return 0;
  }
  cudaStream_t stream = nullptr;  // not the default one: what is launched there is not waited for
  require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  const bool is_right = check(stream);
  cudaStreamDestroy(stream);
  return is_right ? 0 : 1;
}

}  // namespace judge_bench
