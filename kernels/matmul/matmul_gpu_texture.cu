// The factors as textures over CUDA arrays, whose layout keeps neighbours in both directions close together
// and whose reads go through the texture units (CUDA C++ Programming Guide, "Texture Memory"). A thread
// computes an element of c, as in gpu-naive. There are no textures of doubles: one is fetched as two integers
// and put together.
//
// Before GPUs had a cache for global memory, textures were the way to have one. Today the texture units fetch
// an element a thread, while a load moves up to 16 bytes, and each call must copy the factors into arrays.
// Prediction: slower than gpu-naive.
//
// A texture has at most 65536 rows and 131072 columns. Larger factors are cut into slabs, along the sum too:
// each of its slabs goes on where the one before has left c.
//
// The arrays cannot be returned while the kernel reads them, and CUDA has no way to free them in the order of
// a stream: unlike all others, this variant waits for its work.

#include <cuda_runtime.h>

#include <algorithm>
#include <string>

#include "kernels/gpu/cuda_check.hpp"
#include "kernels/matmul/matmul.hpp"

namespace kernels {
namespace {

constexpr unsigned block_columns = 16, block_rows = 16;
constexpr std::size_t most_rows = 65536, most_columns = 131072;  ///< of a texture, on every GPU since Pascal

template <class T>
struct Texel;
template <>
struct Texel<float> {
  using Type = float;
  __device__ static float value(float texel) { return texel; }
};
template <>
struct Texel<double> {
  using Type = int2;
  __device__ static double value(int2 texel) { return __hiloint2double(texel.y, texel.x); }
};

/// A copy of a matrix, with at least one element and no more than a texture has, in a CUDA array, read
/// through a texture object.
template <class T>
class TextureMatrix {
 public:
  /// `name`: which matrix, for errors. The copy is work for `stream`.
  TextureMatrix(MatrixView<const T> matrix, cudaStream_t stream, const std::string& name) {
    const std::string shape = std::to_string(matrix.rows) + " x " + std::to_string(matrix.columns);
    const auto format = cudaCreateChannelDesc<typename Texel<T>::Type>();
    check_cuda(cudaMallocArray(&array_, &format, matrix.columns, matrix.rows),
               "matmul_gpu_texture: array of " + shape + " for " + name);
    try {
      const std::size_t bytes = sizeof(T);
      check_cuda(
          cudaMemcpy2DToArrayAsync(array_, 0, 0, matrix.data, matrix.stride * bytes, matrix.columns * bytes,
                                   matrix.rows, cudaMemcpyDeviceToDevice, stream),
          "matmul_gpu_texture: copy of " + name);
      cudaResourceDesc resource{};
      resource.resType = cudaResourceTypeArray;
      resource.res.array.array = array_;
      const cudaTextureDesc description{};  // unnormalized coordinates, no filter, elements as they are
      check_cuda(cudaCreateTextureObject(&texture_, &resource, &description, nullptr),
                 "matmul_gpu_texture: texture of " + name);
    } catch (const GpuError&) {
      cudaFreeArray(array_);
      throw;
    }
  }
  TextureMatrix(const TextureMatrix&) = delete;
  TextureMatrix& operator=(const TextureMatrix&) = delete;
  ~TextureMatrix() {
    cudaDestroyTextureObject(texture_);
    cudaFreeArray(array_);
  }

  cudaTextureObject_t texture() const { return texture_; }

 private:
  cudaArray_t array_ = nullptr;
  cudaTextureObject_t texture_ = 0;
};

/// c = a b, or c + a b.
template <class T>
__global__ void multiply(cudaTextureObject_t a, cudaTextureObject_t b, int depth, MatrixView<T> c,
                         bool c_is_empty) {
  using Type = typename Texel<T>::Type;
  const unsigned i = blockIdx.y * block_rows + threadIdx.y, j = blockIdx.x * block_columns + threadIdx.x;
  if (i >= c.rows || j >= c.columns) return;
  T& element = c.data[i * c.stride + j];
  const float row = static_cast<float>(i), column = static_cast<float>(j);
  T sum = c_is_empty ? 0 : element;
  for (int k = 0; k < depth; ++k) {
    const float place = static_cast<float>(k);
    sum += Texel<T>::value(tex2D<Type>(a, place, row)) * Texel<T>::value(tex2D<Type>(b, column, place));
  }
  element = sum;
}

/// Calls `work(first, count)` for parts of `size` things, none of more than `most`.
template <class Work>
void for_slabs(std::size_t size, std::size_t most, const Work& work) {
  for (std::size_t first = 0; first < size; first += most) work(first, std::min(most, size - first));
}

}  // namespace

/// Waits for its work.
template <class T>
void matmul_gpu_texture(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, GpuStream stream) {
  if (c.rows == 0 || c.columns == 0) return;
  if (a.columns == 0) {
    check_cuda(cudaMemset2DAsync(c.data, c.stride * sizeof(T), 0, c.columns * sizeof(T), c.rows, stream),
               "matmul_gpu_texture: zeros");
    return;
  }
  for_slabs(a.columns, std::min(most_rows, most_columns), [&](std::size_t k, std::size_t depth) {
    for_slabs(c.rows, most_rows, [&](std::size_t i, std::size_t rows) {
      const TextureMatrix<T> a_slab(a.block(i, k, rows, depth), stream, "a");
      for_slabs(c.columns, most_columns, [&](std::size_t j, std::size_t columns) {
        const TextureMatrix<T> b_slab(b.block(k, j, depth, columns), stream, "b");
        const dim3 grid(static_cast<unsigned>((columns + block_columns - 1) / block_columns),
                        static_cast<unsigned>((rows + block_rows - 1) / block_rows));
        multiply<<<grid, dim3(block_columns, block_rows), 0, stream>>>(a_slab.texture(), b_slab.texture(),
                                                                       static_cast<int>(depth),
                                                                       c.block(i, j, rows, columns), k == 0);
        check_launch("matmul_gpu_texture");
        check_cuda(cudaStreamSynchronize(stream), "matmul_gpu_texture");
      });
    });
  });
}

template MatmulDeviceFunction<float> matmul_gpu_texture<float>;
template MatmulDeviceFunction<double> matmul_gpu_texture<double>;

}  // namespace kernels
