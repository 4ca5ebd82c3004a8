// The factors as textures over CUDA arrays, whose layout keeps neighbours in both directions close together
// and whose reads go through the texture units (CUDA C++ Programming Guide, "Texture Memory"). A thread
// computes an element of c, as in gpu-naive. There are no textures of doubles: one is fetched as two integers
// and put together.
//
// Before the first processors with a cache for global memory this was how to have one; today the texture
// units fetch an element a thread where a load moves up to 16 bytes, and copying the factors into arrays,
// which belongs to the call, comes on top: less than gpu-naive is what to expect.
//
// The arrays cannot be returned while the kernel reads them, and CUDA has no way to free them in the order of
// a stream: unlike all others, this variant waits for its work.

#include <cuda_runtime.h>

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

/// A copy of a matrix, with at least one element, in a CUDA array, read through a texture object.
template <class T>
class TextureMatrix {
 public:
  /// `name`: which matrix, for errors. The copy is work for `stream`.
  TextureMatrix(MatrixView<const T> matrix, cudaStream_t stream, const std::string& name) {
    const std::string shape = std::to_string(matrix.rows) + " x " + std::to_string(matrix.columns);
    if (matrix.rows > most_rows || matrix.columns > most_columns) {
      throw GpuCannotRun("matmul_gpu_texture: " + name + " is " + shape +
                         ", and a texture at most 65536 x 131072; use another variant");
    }
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

template <class T>
__global__ void multiply(cudaTextureObject_t a, cudaTextureObject_t b, int depth, MatrixView<T> c) {
  using Type = typename Texel<T>::Type;
  const unsigned i = blockIdx.y * block_rows + threadIdx.y, j = blockIdx.x * block_columns + threadIdx.x;
  if (i >= c.rows || j >= c.columns) return;
  const float row = static_cast<float>(i), column = static_cast<float>(j);
  T sum = 0;
  for (int k = 0; k < depth; ++k) {
    const float place = static_cast<float>(k);
    sum += Texel<T>::value(tex2D<Type>(a, place, row)) * Texel<T>::value(tex2D<Type>(b, column, place));
  }
  c.data[i * c.stride + j] = sum;
}

}  // namespace

/// A texture has at most 131072 columns and 65536 rows: throws GpuError for larger factors.
template <class T>
void matmul_gpu_texture(MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c, GpuStream stream) {
  if (c.rows == 0 || c.columns == 0) return;
  if (a.columns == 0) {
    check_cuda(cudaMemset2DAsync(c.data, c.stride * sizeof(T), 0, c.columns * sizeof(T), c.rows, stream),
               "matmul_gpu_texture: zeros");
    return;
  }
  const TextureMatrix<T> a_texture(a, stream, "a"), b_texture(b, stream, "b");
  const dim3 grid(static_cast<unsigned>((c.columns + block_columns - 1) / block_columns),
                  static_cast<unsigned>((c.rows + block_rows - 1) / block_rows));
  multiply<<<grid, dim3(block_columns, block_rows), 0, stream>>>(a_texture.texture(), b_texture.texture(),
                                                                 static_cast<int>(a.columns), c);
  check_launch("matmul_gpu_texture");
  check_cuda(cudaStreamSynchronize(stream), "matmul_gpu_texture");
}

template MatmulDeviceFunction<float> matmul_gpu_texture<float>;
template MatmulDeviceFunction<double> matmul_gpu_texture<double>;

}  // namespace kernels
