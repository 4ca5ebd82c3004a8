#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/gpu/device_buffer.hpp"
#include "kernels/gpu/stream.hpp"

namespace kernels {

/// How many bytes a part may have if both places need that many: `most`, or what the budget of device memory
/// leaves for each of so many GPUs, if they are one.
inline std::size_t bytes_of_a_part(std::size_t most, std::size_t gpus) {
  const std::uint64_t budget = gpu_memory_budget();
  return budget == 0 ? most : static_cast<std::size_t>(std::min<std::uint64_t>(most, budget / (2 * gpus)));
}

/// Works on parts of something in host memory, one after another, in two places of the GPU's memory, each
/// with its own stream: while one part is computed or copied out, the next is copied in. `Place` is
/// constructed from its stream, and called with the first item of a part and their number.
template <class Place>
void in_two_places(std::size_t size, std::size_t part, auto... arguments) {
  const Stream streams[2];
  Place places[] = {Place(streams[0], arguments...), Place(streams[1], arguments...)};
  std::size_t turn = 0;
  for (std::size_t first = 0; first < size; first += part) {
    places[turn++ % 2](first, std::min(part, size - first));
  }
  for (const Stream& stream : streams) stream.wait("parts on the GPU");
}

}  // namespace kernels
