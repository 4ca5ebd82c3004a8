#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "kernels/common/gpu.hpp"
#include "kernels/common/variant.hpp"

namespace kernels {

enum class Reduction { sum, product, min, max };

/// Products of integers are taken modulo this prime.
inline constexpr std::int64_t reduction_modulus = 1'000'000'007;

/// Integers have 64-bit results, floating-point numbers results of their own type.
template <class T>
struct ReductionResultOf {
  using Type = T;
};
template <std::integral T>
struct ReductionResultOf<T> {
  using Type = std::int64_t;
};
template <class T>
using ReductionResult = typename ReductionResultOf<T>::Type;

/// All values combined into one; T is std::int32_t (the problem's), std::int64_t, float or double.
///
/// Integers: the sum is exact where 64 bits hold it (2^32 values of 32 bits do fit), else it wraps; the
/// product is modulo `reduction_modulus` and in [0, modulus), also for negative values.
///
/// Floating-point numbers: sum and product are accumulated in float64 and rounded to T once. Their order is a
/// technique's own, but the same every time for the same values in the same place on the same machine, and so
/// are all bits of the result. Minimum and maximum are NaN if any value is; a zero's sign is either's.
///
/// No values: sum 0, product 1. Precondition: min and max have at least one value.
template <class T>
using ReductionFunction = ReductionResult<T>(std::span<const T> values, Reduction reduction);

class ReductionWorkspace;

/// A variant on device memory, `*result` too: work for `stream`, not waited for. `workspace` must outlive it
/// and serve one call at a time: calls that share it follow each other on one stream. Throws GpuError when
/// the work cannot be started.
template <class T>
using ReductionDeviceFunction = void(std::span<const T> values, Reduction reduction,
                                     ReductionResult<T>* result, ReductionWorkspace& workspace,
                                     GpuStream stream);
template <class T>
using ReductionVariant = Variant<ReductionFunction<T>, ReductionDeviceFunction<T>>;

inline constexpr std::string_view reduction_size_unit = "elements";

template <class T>
std::span<const ReductionVariant<T>> reduction_variants();

/// Reduces by a variant for the GPU, of values in its memory; waits for the result. Throws GpuError.
template <class T>
ReductionResult<T> reduce_on_device(const ReductionVariant<T>& variant, std::span<const T> values,
                                    Reduction reduction, GpuStream stream);

/// "sum", "product", "min" or "max"; nothing for any other name.
std::optional<Reduction> parse_reduction(std::string_view name);
std::string_view reduction_name(Reduction reduction);

}  // namespace kernels
