#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/common/gpu.hpp"

namespace kernels {

/// sums[i] = counts[0] + ... + counts[i - 1], for i up to and including `size`: where each part of an output begins, and
/// where the last one ends. Device memory, work for `stream`. Precondition: 8192 counts that follow each other have a
/// sum below 2^32.
void exclusive_sums(const std::uint32_t* counts, std::size_t size, std::uint64_t* sums, GpuStream stream);

}  // namespace kernels
