#pragma once

#include <cstddef>
#include <type_traits>

#include "kernels/common/matrix_view.hpp"
#include "kernels/gpu/cuda_check.hpp"

namespace kernels {

/// Pins the memory of a host matrix for all GPUs while the object lives, so that copies run at the full rate
/// of the bus and in parallel with other work. If the memory is already pinned, or cannot be, it does
/// nothing: copies are still correct, only slower. Streamed products then go through buffers
/// (matmul/staged_copies.hpp).
class PinnedMemory {
 public:
  template <class T>
  explicit PinnedMemory(MatrixView<T> matrix) {
    if (matrix.rows == 0 || matrix.columns == 0) return;
    auto* const data = const_cast<std::remove_const_t<T>*>(matrix.data);
    const std::size_t elements = (matrix.rows - 1) * matrix.stride + matrix.columns;
    if (cudaHostRegister(data, elements * sizeof(T), cudaHostRegisterPortable) == cudaSuccess) {
      data_ = data;
    } else {
      cudaGetLastError();
    }
  }
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;
  ~PinnedMemory() {
    if (data_ != nullptr) cudaHostUnregister(data_);
  }

 private:
  void* data_ = nullptr;
};

}  // namespace kernels
