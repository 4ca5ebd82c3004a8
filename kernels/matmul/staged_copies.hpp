#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>

#include "base/given_cores.hpp"
#include "base/on_cores.hpp"
#include "kernels/gpu/event.hpp"
#include "kernels/matmul/matmul_through_gpu.hpp"

namespace kernels {

/// Whether copies from a matrix of the host run at the full rate of the bus by themselves.
template <class T>
bool is_pinned(MatrixView<T> matrix) {
  if (matrix.rows == 0 || matrix.columns == 0) return true;
  const T* const last = matrix.data + (matrix.rows - 1) * matrix.stride + matrix.columns - 1;
  return std::ranges::all_of(std::array<const T*, 2>{matrix.data, last}, [](const T* element) {
    cudaPointerAttributes attributes{};
    check_cuda(cudaPointerGetAttributes(&attributes, element), "cudaPointerGetAttributes");
    return attributes.type != cudaMemoryTypeUnregistered;
  });
}

/// Copies from pageable memory that run nearly at the rate of pinned memory: all cores copy parts of a matrix to pinned
/// buffers, from which they go to the GPU while the next are filled. For matrices that cannot be pinned: the driver pins no
/// more than the machine's memory. The buffers are made when they are first needed.
class StagedCopies {
 public:
  explicit StagedCopies(std::size_t buffer_bytes = std::size_t{64} << 20) : buffer_bytes_(buffer_bytes) {}

  /// Returns when all of the matrix is in buffers; the last of them may still be on their way.
  template <class T>
  void copy(MatrixView<const std::type_identity_t<T>> from, MatrixView<T> to, cudaStream_t stream) {
    if (from.rows == 0 || from.columns == 0) return;
    const std::size_t rows_at_once = buffer_bytes_ / (from.columns * sizeof(T));
    if (rows_at_once == 0) return copy_matrix(from, to, stream, "rows longer than a buffer");
    for (std::size_t first = 0; first < from.rows; first += rows_at_once) {
      const std::size_t rows = std::min(rows_at_once, from.rows - first);
      Buffer& buffer = buffers_[turn_++ % buffers_.size()];
      if (!buffer.memory) buffer.memory = pinned_buffer();
      buffer.is_free.wait("copies from pinned buffers");
      const MatrixView<T> staged{reinterpret_cast<T*>(buffer.memory.get()), rows, from.columns, from.columns};
      fill(from.block(first, 0, rows, from.columns), staged);
      copy_matrix(staged, to.block(first, 0, rows, from.columns), stream, "copy from a pinned buffer");
      buffer.is_free.record(stream);
    }
  }

 private:
  struct Unpin {
    void operator()(std::byte* memory) const { cudaFreeHost(memory); }
  };
  using Memory = std::unique_ptr<std::byte[], Unpin>;
  struct Buffer {
    Memory memory;
    Event is_free;
  };

  Memory pinned_buffer() const {
    void* memory = nullptr;
    check_cuda(cudaMallocHost(&memory, buffer_bytes_), "pinned buffer");
    return Memory(static_cast<std::byte*>(memory));
  }

  template <class T>
  static void fill(MatrixView<const T> from, MatrixView<T> to) {
    constexpr std::size_t bytes_at_once = std::size_t{1} << 20;
    const std::size_t rows = std::max<std::size_t>(bytes_at_once / (from.columns * sizeof(T)), 1);
    base::on_cores(base::given_core_count(), (from.rows + rows - 1) / rows, [&](std::size_t part) {
      for (std::size_t row = part * rows; row < std::min((part + 1) * rows, from.rows); ++row)
        std::memcpy(to.row(row).data(), from.row(row).data(), from.columns * sizeof(T));
    });
  }

  std::size_t buffer_bytes_;
  std::array<Buffer, 3> buffers_;
  std::size_t turn_ = 0;
};

}  // namespace kernels
