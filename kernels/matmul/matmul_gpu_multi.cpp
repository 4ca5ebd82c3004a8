// Several GPUs on one product of matrices in host memory, in the steps of matmul_gpu_streamed.cpp.
//
// Each computes a band: rows of c, or columns if there are more of these. It needs as much of one factor, and the other
// whole: that alone does not become less with more GPUs. If they are linked (NVLink), each copies a D-th of it from the
// host and takes the rest from its neighbours; otherwise each copies all of it. One thread starts the work of all GPUs,
// step by step, so that an event is recorded before a neighbour waits for it.
// What was predicted and seen: laboratory/notes/matmul.md.

#include "kernels/matmul/matmul.hpp"

#ifdef WARP_JUDGE_HAS_CUDA

#include "kernels/matmul/streamed_product.hpp"

namespace kernels {

/// Host-level only. A GPU that is named twice shares its memory out.
template <class T>
void matmul_gpu_multi(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c) {
  multiply_from_host<T>(gpu_devices(), a, b, c);
}

template MatmulFunction<float> matmul_gpu_multi<float>;
template MatmulFunction<double> matmul_gpu_multi<double>;

}  // namespace kernels

#endif
