#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "kernels/common/gpu.hpp"

namespace kernels {

/// Items in device memory that a kernel can print.
struct TextItems {
  std::size_t size;
  std::size_t most_bytes;  ///< of the text of an item

  /// Writes the text of the items from `begin` to `end`, of which there is at least one, to `text`, and its size to
  /// `bytes`: both device memory. Work for `stream`.
  std::function<void(std::size_t begin, std::size_t end, char* text, std::uint64_t* bytes, GpuStream stream)>
      print;
};

}  // namespace kernels
