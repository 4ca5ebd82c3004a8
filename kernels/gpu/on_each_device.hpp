#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <span>
#include <thread>
#include <vector>

#include "kernels/gpu/per_device.hpp"

namespace kernels {

/// Part `index` when `size` items are divided evenly into `parts`. Each part but the last is a multiple of
/// `unit` if there are several units for each. It may be empty.
struct Share {
  Share(std::size_t size, std::size_t parts, std::size_t index, std::size_t unit) {
    std::size_t part = (size + parts - 1) / parts;
    if (part >= 2 * unit) part = (part + unit - 1) / unit * unit;
    first = std::min(size, index * part);
    count = std::min(part, size - first);
  }
  std::size_t first, count;
};

/// Calls `work(index)` for each GPU, in a thread whose current GPU it is, and waits for all. Rethrows the
/// exception of the first that failed.
template <class Work>
void on_each_device(std::span<const int> devices, Work work) {
  std::vector<std::exception_ptr> errors(devices.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < devices.size(); ++i) {
      threads.emplace_back([&, i] {
        try {
          const CurrentDevice device(devices[i]);
          work(i);
        } catch (...) {
          errors[i] = std::current_exception();
        }
      });
    }
  }
  for (const auto& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace kernels
