#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/common/gpu.hpp"
#include "kernels/common/variant.hpp"

namespace kernels {

/// A rice field of `rows` x `columns` places, both at least 1.
struct Field {
  int rows = 0;
  int columns = 0;
};

/// A flattened plant, counted from 1.
struct Plant {
  int row = 0;
  int column = 0;
};

/// "The Troublesome Frog" (IOI 2002 day 1, POJ 1054).
///
/// A frog crosses the field in a straight line with equal jumps, from outside the field on one side to
/// outside on another, and flattens the plant at every landing inside. Returns the number of plants on the
/// longest path all of whose landings inside the field are in `plants`, if that is at least 3, else 0.
///
/// Precondition: the plants are distinct and inside the field; they may come in any order.
using HatingFrogFunction = int(const Field& field, std::span<const Plant> plants);

/// A variant on device memory: enqueues work on `stream` without waiting for it. `longest[0]` receives the
/// answer. Further preconditions: `longest` has one element, and the plants are ordered by row, then column.
/// Throws GpuError if the work cannot be started.
using HatingFrogDeviceFunction = void(const Field& field, std::span<const Plant> plants,
                                      std::span<int> longest, GpuStream stream);
using HatingFrogVariant = Variant<HatingFrogFunction, HatingFrogDeviceFunction>;

inline constexpr std::string_view hating_frog_size_unit = "plants";

/// How many cores cpu-parallel uses for so many plants: starting a thread takes some 50 us, in which a core
/// examines 50,000 pairs.
constexpr unsigned hating_frog_cores(std::uint64_t plants, unsigned cores) {
  constexpr std::uint64_t least_pairs = 500'000;
  return static_cast<unsigned>(std::clamp<std::uint64_t>(plants * plants / 2 / least_pairs, 1, cores));
}

/// Every technique; the first is the reference.
std::span<const HatingFrogVariant> hating_frog_variants();

}  // namespace kernels
