#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "kernels/common/variant.hpp"

namespace kernels {

enum class Reduction { sum, product, min, max };

/// Products are taken modulo this prime.
inline constexpr std::int64_t reduction_modulus = 1'000'000'007;

/// All values combined into one. The sum is exact (2^32 values fit 64 bits); the product is modulo
/// `reduction_modulus` and in [0, modulus), also for negative values. No values: sum 0, product 1.
/// Precondition: min and max have at least one value.
using ReductionFunction = std::int64_t(std::span<const std::int32_t> values, Reduction reduction);
using ReductionVariant = Variant<ReductionFunction>;

inline constexpr std::string_view reduction_size_unit = "elements";

std::span<const ReductionVariant> reduction_variants();

/// "sum", "product", "min" or "max"; nothing for any other name.
std::optional<Reduction> parse_reduction(std::string_view name);
std::string_view reduction_name(Reduction reduction);

}  // namespace kernels
