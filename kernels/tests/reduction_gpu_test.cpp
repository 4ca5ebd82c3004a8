#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include CATCH2_HEADER

#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/stream.hpp"
#include "kernels/reduction/reduction.hpp"
#include "kernels/reduction/workspace.hpp"
#include "kernels/tests/on_device.hpp"

using kernels::Reduction;
using kernels::ReductionDeviceFunction;
using kernels::ReductionResult;
using kernels_tests::GuardedMatrix;
using kernels_tests::OnDevice;
using kernels_tests::repeats_here;

namespace {

constexpr Reduction all_reductions[] = {Reduction::sum, Reduction::product, Reduction::min, Reduction::max};
constexpr std::size_t aligned = GuardedMatrix<int>::aligned_margin;
constexpr std::size_t unaligned = GuardedMatrix<int>::unaligned_margin;

/// Integers of all sizes; floating-point numbers whose product stays in range.
template <class T>
std::vector<T> random_values(std::size_t size, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<T> values(size);
  for (T& value : values) {
    if constexpr (std::is_integral_v<T>) {
      value = static_cast<T>(random());
    } else {
      const double near_one = std::uniform_real_distribution<double>(0.999, 1.001)(random);
      value = static_cast<T>(random() % 2 == 0 ? near_one : -near_one);
    }
  }
  return values;
}

/// The result by its definition, and how far a right one may be from it.
struct Expected {
  long double value;
  long double bound;
};

template <class T>
Expected expected_result(const std::vector<T>& values, Reduction reduction) {
  __extension__ typedef __int128 Wide;
  if (reduction == Reduction::min) return {static_cast<long double>(*std::ranges::min_element(values)), 0};
  if (reduction == Reduction::max) return {static_cast<long double>(*std::ranges::max_element(values)), 0};
  if constexpr (std::is_integral_v<T>) {
    Wide sum = 0, product = 1;
    constexpr Wide p = kernels::reduction_modulus;
    for (const T value : values) {
      sum += value;
      product = (product * value % p + p) % p;
    }
    return {static_cast<long double>(static_cast<std::int64_t>(reduction == Reduction::sum ? sum : product)),
            0};
  } else {
    long double sum = 0, magnitude = 0, product = 1;
    for (const T value : values) {
      sum += value;
      magnitude += std::abs(value);
      product *= value;
    }
    // One rounding in float64 for each value at most, and one to T at the end.
    const long double steps =
        static_cast<long double>(values.size()) * std::numeric_limits<double>::epsilon();
    const long double last = std::numeric_limits<T>::epsilon();
    if (reduction == Reduction::sum) return {sum, steps * magnitude + last * std::abs(sum)};
    return {product, (steps + last) * std::abs(product)};
  }
}

/// `values` in device memory, between guards, and a guarded place for the result.
template <class T>
class Setting {
 public:
  Setting(const std::vector<T>& values, std::size_t margin)
      : values_(1, values.size(), 0, margin),
        device_values_(copied(values_, values)),
        device_result_(poisoned()),
        workspace_(stream_) {}

  /// Throws std::runtime_error when anything but the result has changed.
  ReductionResult<T> run(ReductionDeviceFunction<T>* reduce, Reduction reduction) {
    reduce(device_values_.view().row(0), reduction, device_result_.view().data, workspace_, stream_);
    const auto result = device_result_.read_back();
    if (!result.guards_intact()) throw std::runtime_error("a guard around the result changed");
    if (!device_values_.read_back().same_bytes(values_)) throw std::runtime_error("the values changed");
    return result.view().at(0, 0);
  }

 private:
  static const GuardedMatrix<T>& copied(GuardedMatrix<T>& to, const std::vector<T>& values) {
    std::copy(values.begin(), values.end(), to.view().data);
    return to;
  }
  static GuardedMatrix<ReductionResult<T>> poisoned() {
    GuardedMatrix<ReductionResult<T>> result(1, 1, 0);
    result.fill(static_cast<ReductionResult<T>>(0x5EED'5EED));
    return result;
  }

  GuardedMatrix<T> values_;
  OnDevice<T> device_values_;
  OnDevice<ReductionResult<T>> device_result_;
  kernels::Stream stream_;
  kernels::ReductionWorkspace workspace_;
};

/// What is wrong with `found`, or nothing.
template <class Result>
std::string complaint(Result found, const Expected& expected) {
  const long double error = std::abs(static_cast<long double>(found) - expected.value);
  if (error <= expected.bound) return "";
  return "expected " + std::to_string(expected.value) + ", found " + std::to_string(found);
}

/// Calls `check(variant)` with each GPU variant for T that can run here.
template <class T, class Check>
void for_each_gpu_variant(Check check) {
  for (const auto& variant : kernels::reduction_variants<T>()) {
    if (variant.run_on_device != nullptr && variant.supported().available) check(variant);
  }
}

bool has_result(std::size_t size, Reduction reduction) {
  return size > 0 || reduction == Reduction::sum || reduction == Reduction::product;
}

template <class T>
void check_sizes(const char* type, const std::vector<std::size_t>& sizes) {
  unsigned seed = 4401;
  for (const std::size_t size : sizes) {
    ++seed;
    if (!kernels_tests::fits_here(size)) continue;
    const std::vector<T> values = random_values<T>(size, seed);
    for (const std::size_t margin : {aligned, unaligned}) {
      Setting<T> setting(values, margin);
      for (const Reduction reduction : all_reductions) {
        if (!has_result(size, reduction)) continue;
        const Expected expected = expected_result(values, reduction);
        for_each_gpu_variant<T>([&](const auto& variant) {
          CAPTURE(type, variant.name, kernels::reduction_name(reduction), size, margin, seed);
          CHECK(complaint(setting.run(variant.run_on_device, reduction), expected) == "");
        });
      }
    }
  }
}

void check_sizes_of_all_types(const std::vector<std::size_t>& sizes) {
  check_sizes<std::int32_t>("int32", sizes);
  check_sizes<std::int64_t>("int64", sizes);
  check_sizes<float>("float32", sizes);
  check_sizes<double>("float64", sizes);
}

/// Checks that every value of `values` counts: with `special` in its place, the result is as expected.
template <class T, class IsRight>
void check_special_value(T special, Reduction reduction, IsRight is_right) {
  constexpr std::size_t size = kernels::gpu_is_emulated ? 9'011 : 30'011;
  for (const std::size_t place : {std::size_t{0}, std::size_t{1}, size / 2, size - 2, size - 1}) {
    std::vector<T> values = random_values<T>(size, 4501);
    values[place] = special;
    Setting<T> setting(values, aligned);
    for_each_gpu_variant<T>([&](const auto& variant) {
      CAPTURE(variant.name, kernels::reduction_name(reduction), place);
      CHECK(is_right(setting.run(variant.run_on_device, reduction)));
    });
  }
}

template <class T>
void check_not_finite() {
  constexpr T nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
  const auto is_nan = [](T result) { return std::isnan(result); };
  for (const Reduction reduction : all_reductions) {
    check_special_value<T>(nan, reduction, is_nan);
    check_special_value<T>(-nan, reduction, is_nan);
  }
  check_special_value<T>(infinity, Reduction::sum, [&](T result) { return result == infinity; });
  check_special_value<T>(infinity, Reduction::max, [&](T result) { return result == infinity; });
  check_special_value<T>(-infinity, Reduction::min, [&](T result) { return result == -infinity; });
  check_special_value<T>(T{0}, Reduction::product, [](T result) { return result == 0; });
}

template <class T>
void check_repeatable() {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const std::vector<T> values = random_values<T>(repeats_here(1'234'567), 4601);
  Setting<T> setting(values, aligned), elsewhere(values, unaligned);
  for (const Reduction reduction : {Reduction::sum, Reduction::product}) {
    for_each_gpu_variant<T>([&](const auto& variant) {
      CAPTURE(variant.name, kernels::reduction_name(reduction));
      const auto bits = [&](Setting<T>& where) {
        return std::bit_cast<Bits>(where.run(variant.run_on_device, reduction));
      };
      const Bits first = bits(setting), first_elsewhere = bits(elsewhere);
      for (std::size_t i = 0; i < repeats_here(20); ++i) {
        REQUIRE(bits(setting) == first);
        REQUIRE(bits(elsewhere) == first_elsewhere);
      }
      if (variant.name != "gpu-cub") CHECK(first == first_elsewhere);
    });
  }
}

/// Sums of which, of `size` values, the first is 1 and the others are 0; the sum of them is written after
/// them, then the sum of one more, and so on: 1, 2, 4, 8, ..., if each call sees what the one before has
/// written. The calls are given to the stream at once, or recorded as a CUDA graph that is launched twice.
std::vector<std::int64_t> sums_of_sums(ReductionDeviceFunction<std::int64_t>* reduce, std::size_t size,
                                       std::size_t calls, bool recorded) {
  std::vector<std::int64_t> values(size + calls, 0);
  values[0] = 1;
  const kernels::DeviceBuffer<std::int64_t> device_values(values.size());
  kernels::check_cuda(
      cudaMemcpy(device_values.data(), values.data(), device_values.bytes(), cudaMemcpyHostToDevice),
      "copy in");
  kernels::check_cuda(cudaDeviceSynchronize(), "copy in");
  const kernels::Stream stream;
  kernels::ReductionWorkspace workspace(stream);
  const auto reduce_all = [&] {
    for (std::size_t i = 0; i < calls; ++i) {
      reduce(device_values.span().first(size + i), Reduction::sum, device_values.data() + size + i, workspace,
             stream);
    }
  };
  if (recorded) {
    reduce_all();  // what is done once cannot be recorded
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t launchable = nullptr;
    kernels::check_cuda(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "begin of a graph");
    reduce_all();
    kernels::check_cuda(cudaStreamEndCapture(stream, &graph), "end of a graph");
    kernels::check_cuda(cudaGraphInstantiate(&launchable, graph, 0), "graph");
    for (int i = 0; i < 2; ++i) kernels::check_cuda(cudaGraphLaunch(launchable, stream), "graph");
    stream.wait("graph");
    cudaGraphExecDestroy(launchable);
    cudaGraphDestroy(graph);
  } else {
    reduce_all();
  }
  stream.wait("sums of sums");
  kernels::check_cuda(
      cudaMemcpy(values.data(), device_values.data(), device_values.bytes(), cudaMemcpyDeviceToHost),
      "copy out");
  return {values.begin() + static_cast<std::ptrdiff_t>(size), values.end()};
}

// Each of these is wrong in one way.

void does_nothing(std::span<const std::int32_t>, Reduction, std::int64_t*, kernels::ReductionWorkspace&,
                  kernels::GpuStream) {}

/// Reduces by a variant that the other tests find right.
void reduce(std::span<const std::int32_t> values, Reduction reduction, std::int64_t* result,
            kernels::ReductionWorkspace& workspace, kernels::GpuStream stream) {
  const auto* variant = kernels::find_variant(kernels::reduction_variants<std::int32_t>(), "gpu-two-pass");
  variant->run_on_device(values, reduction, result, workspace, stream);
}

void forgets_the_last(std::span<const std::int32_t> values, Reduction reduction, std::int64_t* result,
                      kernels::ReductionWorkspace& workspace, kernels::GpuStream stream) {
  reduce(values.first(values.size() - 1), reduction, result, workspace, stream);
}

void writes_two_results(std::span<const std::int32_t> values, Reduction reduction, std::int64_t* result,
                        kernels::ReductionWorkspace& workspace, kernels::GpuStream stream) {
  reduce(values, reduction, result, workspace, stream);
  reduce(values, reduction, result + 1, workspace, stream);
}

void clears_a_value(std::span<const std::int32_t> values, Reduction reduction, std::int64_t* result,
                    kernels::ReductionWorkspace& workspace, kernels::GpuStream stream) {
  reduce(values, reduction, result, workspace, stream);
  kernels::check_cuda(
      cudaMemsetAsync(const_cast<std::int32_t*>(values.data()), 0, sizeof(std::int32_t), stream), "memset");
}

}  // namespace

TEST_CASE("reduction on the GPU: the variants that cannot run here") {
  kernels_tests::tell_skipped("reduction", kernels::reduction_variants<std::int32_t>());
}

TEST_CASE("reduction on the GPU: every variant, type and operation, awkward sizes, aligned and not") {
  REQUIRE_GPU();
  check_sizes_of_all_types({0,    1,    2,    3,    4,    5,      7,      31,       32,   33,
                            255,  256,  257,  511,  512,  513,    1021,   2047,     2048, 2049,
                            4095, 4097, 8191, 8192, 8195, 16'384, 65'537, 1'000'003});
}

TEST_CASE("reduction on the GPU: more values than the GPU has threads", "[.large]") {
  REQUIRE_GPU();
  check_sizes_of_all_types({(1 << 24) + 5});
}

TEST_CASE("reduction on the GPU: NaN, infinities and zeros, wherever they stand") {
  REQUIRE_GPU();
  check_not_finite<float>();
  check_not_finite<double>();
}

TEST_CASE("reduction on the GPU: the extremes of integers, and values of one sign") {
  REQUIRE_GPU();
  constexpr auto lowest = std::numeric_limits<std::int64_t>::min(), highest = -(lowest + 1);
  for (const std::vector<std::int64_t>& values : {std::vector<std::int64_t>{lowest},
                                                  {highest},
                                                  {lowest, lowest + 1},
                                                  {highest, highest - 1},
                                                  {-5, -3, -4},
                                                  {5, 3, 4},
                                                  {lowest, highest, 0},
                                                  std::vector<std::int64_t>(5000, lowest),
                                                  {kernels::reduction_modulus, 7},
                                                  std::vector<std::int64_t>(5000, highest)}) {
    Setting<std::int64_t> setting(values, aligned);
    for (const Reduction reduction : all_reductions) {
      const Expected expected = expected_result(values, reduction);
      for_each_gpu_variant<std::int64_t>([&](const auto& variant) {
        CAPTURE(variant.name, kernels::reduction_name(reduction), values.front(), values.size());
        CHECK(complaint(setting.run(variant.run_on_device, reduction), expected) == "");
      });
    }
  }
}

TEST_CASE("reduction on the GPU: floating-point results repeat bit for bit") {
  REQUIRE_GPU();
  check_repeatable<float>();
  check_repeatable<double>();
}

TEST_CASE("reduction on the GPU: a call sees what the one before it has written, also in a graph") {
  REQUIRE_GPU();
  constexpr std::size_t calls = 40;
  std::vector<std::int64_t> expected{1};
  while (expected.size() < calls) expected.push_back(2 * expected.back());
  for (const std::size_t size : {1, 1000, 20'000, 3'000'000}) {
    if (!kernels_tests::fits_here(size)) continue;
    for (const bool recorded : {false, true}) {
      for_each_gpu_variant<std::int64_t>([&](const auto& variant) {
        CAPTURE(variant.name, size, recorded);
        CHECK(sums_of_sums(variant.run_on_device, size, repeats_here(calls), recorded) ==
              std::vector(expected.begin(), expected.begin() + repeats_here(calls)));
      });
    }
  }
}

TEST_CASE("reduction on the GPU: from host memory") {
  REQUIRE_GPU();
  for (const std::size_t size : {0, 1, 1000}) {
    const auto values = random_values<std::int32_t>(size, 4701);
    for (const Reduction reduction : all_reductions) {
      if (!has_result(size, reduction)) continue;
      for_each_gpu_variant<std::int32_t>([&](const auto& variant) {
        CAPTURE(variant.name, kernels::reduction_name(reduction), size);
        CHECK(complaint(variant.run(values, reduction), expected_result(values, reduction)) == "");
      });
    }
  }
}

/// gpu-multi within a budget of so many bytes, so that each GPU has several parts.
template <class T>
void check_multi(std::size_t size, std::uint64_t budget, unsigned seed) {
  const kernels_tests::Budget within(budget);
  const auto values = random_values<T>(size, seed);
  const auto* multi = kernels::find_variant(kernels::reduction_variants<T>(), "gpu-multi");
  REQUIRE(multi != nullptr);
  for (const Reduction reduction : all_reductions) {
    if (!has_result(size, reduction)) continue;
    CAPTURE(kernels::reduction_name(reduction), sizeof(T), size, budget);
    CHECK(complaint(multi->run(values, reduction), expected_result(values, reduction)) == "");
  }
}

TEST_CASE("reduction on the GPU: gpu-multi on several logical GPUs, in one part or in many") {
  REQUIRE_GPU();
  unsigned seed = 4751;
  for (const std::vector<int>& gpus : {std::vector<int>{}, {0}, {0, 0}, {0, 0, 0}}) {
    const kernels_tests::Devices devices(gpus);
    for (const std::size_t size : {0, 1, 2, 1000, 5000}) {
      for (const std::uint64_t budget : {0, 12'000}) {
        check_multi<std::int32_t>(size, budget, ++seed);
        check_multi<std::int64_t>(size, budget, seed);
        check_multi<double>(size, budget, seed);
      }
    }
  }
}

TEST_CASE("reduction on the GPU: gpu-multi is not offered where parts would be rounded") {
  const auto* row = kernels::find_variant(kernels::reduction_variants<float>(), "gpu-multi");
  REQUIRE(row != nullptr);
  CHECK(row->run == nullptr);
  CHECK(!row->supported().available);
}

TEST_CASE("reduction on the GPU: atomics are not offered where their order would show") {
  const auto* row = kernels::find_variant(kernels::reduction_variants<float>(), "gpu-atomic");
  REQUIRE(row != nullptr);
  CHECK(row->run == nullptr);
  CHECK(!row->supported().available);
}

TEST_CASE("reduction on the GPU: the check finds what is wrong") {
  REQUIRE_GPU();
  Setting<std::int32_t> setting({1, 2, 3}, aligned);
  const Expected six{6, 0};
  CHECK(complaint(setting.run(&does_nothing, Reduction::sum), six).find("expected 6") == 0);
  CHECK(complaint(setting.run(&reduce, Reduction::sum), six) == "");
  CHECK(complaint(setting.run(&forgets_the_last, Reduction::sum), six).find("expected 6") == 0);
  CHECK_THROWS_AS(setting.run(&writes_two_results, Reduction::sum), std::runtime_error);
  CHECK_THROWS_AS(setting.run(&clears_a_value, Reduction::sum), std::runtime_error);
  CHECK(complaint(std::numeric_limits<float>::quiet_NaN(), Expected{1, 1e30L}) != "");
}
