#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/common/gpu.hpp"
#include "kernels/common/variant.hpp"

namespace kernels {

/// sum[i] = a[i] + b[i], exact: the sum of two 32-bit integers needs 33 bits.
/// Precondition: the three have one length, possibly 0, and do not overlap.
using VectorAddFunction = void(std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                               std::span<std::int64_t> sum);

/// A variant on device memory: work for `stream`, not waited for. Throws GpuError when it cannot be started.
using VectorAddDeviceFunction = void(std::span<const std::int32_t> a, std::span<const std::int32_t> b,
                                     std::span<std::int64_t> sum, GpuStream stream);
using VectorAddVariant = Variant<VectorAddFunction, VectorAddDeviceFunction>;

inline constexpr std::string_view vector_add_size_unit = "elements";

std::span<const VectorAddVariant> vector_add_variants();

}  // namespace kernels
