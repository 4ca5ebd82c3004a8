#pragma once

#include "kernels/gpu/pooled_memory.hpp"
#include "kernels/matmul/matmul.hpp"

namespace kernels::hopper {

/// Which factors the copy engine is to bring.
enum class Copied { both, only_b };

/// Factors as the copy engine takes them, which does not transpose and wants aligned rows: a transposed, if it is to be
/// copied, and b, or a copy of it if its rows are not aligned. Neither may be empty. Work for `stream`; the memory is freed
/// in its order.
class CopyableFactors {
 public:
  /// Makes room for `partial_sums` floats, and for `flags` that are zero once the factors are there.
  CopyableFactors(Copied copied, MatrixView<const float> a, MatrixView<const float> b, GpuStream stream,
                  std::size_t partial_sums = 0, std::size_t flags = 0);

  /// Empty if only b is copied.
  MatrixView<const float> transposed_a() const { return transposed_a_; }
  MatrixView<const float> b() const { return b_; }
  float* partial_sums() const { return partial_sums_; }
  unsigned* flags() const { return flags_; }

 private:
  PooledMemory memory_;
  MatrixView<const float> transposed_a_, b_;
  float* partial_sums_;
  unsigned* flags_;
};

}  // namespace kernels::hopper
