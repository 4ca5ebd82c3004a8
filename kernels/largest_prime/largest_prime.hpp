#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/common/gpu.hpp"
#include "kernels/common/variant.hpp"

namespace kernels {

/// Finds for each bound the largest prime below it: `primes[k] < bounds[k]`, or 0 if there is none (bounds 0,
/// 1, 2). Every variant is correct for any 64-bit bound; those that take long for large ones declare a
/// `largest_size`. Precondition: both spans have the same length; they may be the same memory.
using LargestPrimeFunction = void(std::span<const std::uint64_t> bounds, std::span<std::uint64_t> primes);

/// A variant on device memory: enqueues work on `stream` without waiting for it. Throws GpuError if it cannot
/// be started.
using LargestPrimeDeviceFunction = void(std::span<const std::uint64_t> bounds,
                                        std::span<std::uint64_t> primes, GpuStream stream);
using LargestPrimeVariant = Variant<LargestPrimeFunction, LargestPrimeDeviceFunction>;

/// The size of a batch is its largest bound.
inline constexpr std::string_view largest_prime_size_unit = "N";

/// The part of a batch that a core takes at a time in cpu-bpsw-parallel.
inline constexpr std::size_t largest_prime_part_size = 512;

/// Every technique; the first is the reference.
std::span<const LargestPrimeVariant> largest_prime_variants();

}  // namespace kernels
