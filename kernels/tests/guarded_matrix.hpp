#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "kernels/common/matrix_view.hpp"

namespace kernels_tests {

/// A matrix with guard bytes before it, after it and between its rows, so that a test sees every write
/// outside. Rows are `gap` elements apart, and `margin` elements before the first: by default it is aligned
/// to nothing wider than T.
template <class T>
class GuardedMatrix {
 public:
  static constexpr std::size_t unaligned_margin = 37;
  static constexpr std::size_t aligned_margin = 64;  ///< to 64 bytes and more, where the memory itself is

  GuardedMatrix(std::size_t rows, std::size_t columns, std::size_t gap, std::size_t margin = unaligned_margin)
      : rows_(rows),
        columns_(columns),
        stride_(columns + gap),
        margin_(margin),
        memory_(2 * margin + rows * stride_) {
    std::memset(static_cast<void*>(memory_.data()), guard_byte, memory_.size() * sizeof(T));
  }

  kernels::MatrixView<T> view() { return {memory_.data() + margin_, rows_, columns_, stride_}; }
  kernels::MatrixView<const T> view() const { return {memory_.data() + margin_, rows_, columns_, stride_}; }

  /// Guards and elements, from the first byte to the last.
  std::vector<T>& memory() { return memory_; }
  const std::vector<T>& memory() const { return memory_; }
  std::size_t margin() const { return margin_; }

  void fill(T value) {
    for (std::size_t r = 0; r < rows_; ++r) std::ranges::fill(view().row(r), value);
  }

  bool guards_intact() const {
    GuardedMatrix untouched(rows_, columns_, stride_ - columns_, margin_);
    for (std::size_t r = 0; r < rows_; ++r) {
      std::ranges::copy(view().row(r), untouched.view().row(r).data());
    }
    return untouched.same_bytes(*this);
  }

  /// Elements and guards; distinguishes what == does not: NaNs, and the signs of zero.
  bool same_bytes(const GuardedMatrix& other) const {
    return memory_.size() == other.memory_.size() &&
           std::memcmp(memory_.data(), other.memory_.data(), memory_.size() * sizeof(T)) == 0;
  }

 private:
  static constexpr int guard_byte = 0x7F;  // as a float 3.4e38: a guard that slips into a sum shows

  std::size_t rows_;
  std::size_t columns_;
  std::size_t stride_;
  std::size_t margin_;
  std::vector<T> memory_;
};

}  // namespace kernels_tests
