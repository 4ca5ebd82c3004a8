// Takes the corner of a pixel for its middle: all is shifted by half a pixel.
#include <cuda_runtime.h>

__global__ void enlarge_by_two(cudaTextureObject_t image, int rows, int columns, float* out) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= 2 * rows || column >= 2 * columns) return;
  out[row * 2 * columns + column] = tex2D<float>(image, (column + 0.5f) / 2 - 0.5f, (row + 0.5f) / 2 - 0.5f);
}

void enlarge(const float* image, size_t pitch, int rows, int columns, float* out) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = const_cast<float*>(image);
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = columns;
  resource.res.pitch2D.height = rows;
  resource.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc reads{};
  reads.addressMode[0] = reads.addressMode[1] = cudaAddressModeClamp;
  reads.filterMode = cudaFilterModeLinear;
  reads.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &reads, nullptr);
  const dim3 threads(32, 8), blocks((2 * columns + 31) / 32, (2 * rows + 7) / 8);
  enlarge_by_two<<<blocks, threads>>>(texture, rows, columns, out);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
}
