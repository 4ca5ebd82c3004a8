#pragma once

#include "kernels/matmul/matmul.hpp"
#include "kernels/matmul/pooled_memory.hpp"

namespace kernels::hopper {

/// Factors as the copy engine takes them, which does not transpose and wants aligned rows: a transposed, and b, or a copy
/// of it if its rows are not aligned. Neither may be empty. Work for `stream`; the memory is freed in its order.
class CopyableFactors {
 public:
  CopyableFactors(MatrixView<const float> a, MatrixView<const float> b, GpuStream stream);

  MatrixView<const float> transposed_a() const { return transposed_a_; }
  MatrixView<const float> b() const { return b_; }

 private:
  PooledMemory memory_;
  MatrixView<const float> transposed_a_, b_;
};

}  // namespace kernels::hopper
