#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/common/gpu.hpp"
#include "kernels/common/variant.hpp"

namespace kernels {

/// The number of primes, and their sum modulo 2^64 (which is exact for primes below 2.5e10).
struct PrimeTally {
  std::uint64_t count = 0, sum = 0;

  bool operator==(const PrimeTally&) const = default;
};

/// All primes below `limit`. Precondition: `limit` <= largest_prime_tally_limit.
using PrimeTallyFunction = PrimeTally(std::uint64_t limit);

/// A variant on device memory: work for `stream`, not waited for; `tally` is one element of device memory. Throws
/// GpuError when the work cannot be started.
using PrimeTallyDeviceFunction = void(std::uint64_t limit, std::span<PrimeTally> tally, GpuStream stream);
using PrimeTallyVariant = Variant<PrimeTallyFunction, PrimeTallyDeviceFunction>;

inline constexpr std::string_view prime_tally_size_unit = "limit";
inline constexpr std::uint64_t largest_prime_tally_limit = 100'000'000'000;

/// Every technique; the first is the reference.
std::span<const PrimeTallyVariant> prime_tally_variants();

}  // namespace kernels
