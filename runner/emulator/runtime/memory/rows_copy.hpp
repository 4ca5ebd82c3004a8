#pragma once

#include <cstddef>

namespace cuda_emulator {

/// The names of a call's two sides, for findings.
struct CopyNames {
  const char *to = "the destination", *from = "the source";
  bool with_kind = false;  ///< the program stated the direction
};

/// Rows of `row_bytes`, which start `to_pitch` and `from_pitch` bytes apart.
struct RowsCopy {
  void* to;
  std::size_t to_pitch;
  const void* from;
  std::size_t from_pitch;
  std::size_t row_bytes, rows;
  CopyNames names = {};
};

/// The number of bytes from the first of the first row to the last of the last; there is at least one row.
inline std::size_t extent(std::size_t pitch, std::size_t row_bytes, std::size_t rows) {
  return pitch * (rows - 1) + row_bytes;
}

}  // namespace cuda_emulator
