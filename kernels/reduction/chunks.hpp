#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/reduction/reduction.hpp"

namespace kernels {

/// Reduces `values` in `chunks` contiguous parts, each on a thread of its own if it can be started, and combines
/// their results. With fewer values than chunks there is a chunk for each value; with no values, or 0 chunks, there is
/// one.
std::int64_t reduce_in_chunks(std::span<const std::int32_t> values, Reduction reduction, std::size_t chunks);

}  // namespace kernels
