// What the main program of each lesson needs: arrays on the device, numbers from a seed, and a comparison that says where
// two arrays differ.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace given {

/// Ends the program where CUDA reports an error.
inline void require(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

/// Waits for the kernels that were launched.
inline void finish() {
  require(cudaGetLastError(), "a call or a launch failed");
  require(cudaDeviceSynchronize(), "a kernel failed");
}

/// An array on the device.
template <class T>
class OnDevice {
 public:
  explicit OnDevice(const std::vector<T>& values) : size_(values.size()) {
    require(cudaMalloc(&data_, size_ * sizeof(T)), "cudaMalloc");
    require(cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
  }
  /// An array in which every byte is 255: who leaves an element out is found out.
  explicit OnDevice(std::size_t size) : size_(size) {
    require(cudaMalloc(&data_, size_ * sizeof(T)), "cudaMalloc");
    require(cudaMemset(data_, 255, size_ * sizeof(T)), "cudaMemset");
  }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  ~OnDevice() { cudaFree(data_); }

  T* data() { return data_; }
  std::vector<T> on_host() const {
    std::vector<T> values(size_);
    require(cudaMemcpy(values.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost), "cudaMemcpy");
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_;
};

/// `count` numbers from 0 to `bound` - 1, the same for the same seed.
inline std::vector<int> numbers(std::size_t count, unsigned seed, int bound) {
  std::vector<int> values(count);
  for (int& value : values) {
    seed = seed * 1664525u + 1013904223u;
    value = static_cast<int>((seed >> 8) % static_cast<unsigned>(bound));
  }
  return values;
}

/// Reads `count` whole numbers from standard input.
inline std::vector<int> read(std::size_t count) {
  std::vector<int> values(count);
  for (int& value : values) {
    if (std::scanf("%d", &value) == 1) continue;
    std::fprintf(stderr, "expected %zu numbers on standard input\n", count);
    std::exit(1);
  }
  return values;
}

/// Prints "right", or the first place where `found` differs. `columns`: of a matrix; 0: it is a vector.
inline void compare(const char* name, const std::vector<int>& found, const std::vector<int>& expected,
                    std::size_t columns = 0) {
  for (std::size_t at = 0; at < expected.size(); ++at) {
    if (found[at] == expected[at]) continue;
    const std::string place = columns == 0
                                  ? std::to_string(at)
                                  : std::to_string(at / columns) + "][" + std::to_string(at % columns);
    std::printf("%s[%s] is %d, expected %d\n", name, place.c_str(), found[at], expected[at]);
    return;
  }
  std::printf("right\n");
}

/// Where the program was called with an argument: prints how long a call takes on this GPU, the median of many.
template <class Call>
void time_if_asked(int argument_count, const Call& call) {
  if (argument_count < 2) return;
  std::vector<float> times_ms(21);
  cudaEvent_t begin, end;
  require(cudaEventCreate(&begin), "cudaEventCreate");
  require(cudaEventCreate(&end), "cudaEventCreate");
  for (float& time_ms : times_ms) {
    require(cudaEventRecord(begin), "cudaEventRecord");
    call();
    require(cudaEventRecord(end), "cudaEventRecord");
    require(cudaEventSynchronize(end), "a kernel failed");
    require(cudaEventElapsedTime(&time_ms, begin, end), "cudaEventElapsedTime");
  }
  std::sort(times_ms.begin(), times_ms.end());
  std::printf("%.1f us, median of %zu calls\n", times_ms[times_ms.size() / 2] * 1e3, times_ms.size());
}

}  // namespace given
