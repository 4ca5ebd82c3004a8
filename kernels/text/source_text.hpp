#pragma once

#include <cstring>
#include <functional>
#include <string_view>

namespace kernels {

/// A text in memory, and how a piece of it is copied from there: a file that is mapped may be read instead.
struct SourceText {
  std::string_view text;
  std::function<void(std::string_view piece, char* to)> copy = [](std::string_view piece, char* to) {
    std::memcpy(to, piece.data(), piece.size());
  };
};

}  // namespace kernels
