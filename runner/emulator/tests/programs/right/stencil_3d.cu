// A 7-point stencil on a box, in memory of cudaMalloc3D, copied by cudaMemcpy3D.
#include <cstdio>
#include <cstring>
#include <vector>

constexpr int NX = 20, NY = 12, NZ = 9;

__device__ int& at(cudaPitchedPtr p, int x, int y, int z) {
  char* slice = static_cast<char*>(p.ptr) + z * p.pitch * p.ysize;
  return reinterpret_cast<int*>(slice + y * p.pitch)[x];
}

__global__ void sevenPoints(cudaPitchedPtr in, cudaPitchedPtr out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= NX || y >= NY || z >= NZ) return;
  int sum = -6 * at(in, x, y, z);
  sum += at(in, max(x - 1, 0), y, z) + at(in, min(x + 1, NX - 1), y, z);
  sum += at(in, x, max(y - 1, 0), z) + at(in, x, min(y + 1, NY - 1), z);
  sum += at(in, x, y, max(z - 1, 0)) + at(in, x, y, min(z + 1, NZ - 1));
  at(out, x, y, z) = sum;
}

cudaError_t copy(cudaPitchedPtr from, cudaPitchedPtr to, cudaMemcpyKind kind) {
  cudaMemcpy3DParms parameters = {};
  parameters.srcPtr = from;
  parameters.dstPtr = to;
  parameters.extent = make_cudaExtent(NX * sizeof(int), NY, NZ);
  parameters.kind = kind;
  return cudaMemcpy3D(&parameters);
}

int main() {
  std::vector<int> in(NX * NY * NZ), out(NX * NY * NZ, -1);
  for (int z = 0, i = 0; z < NZ; ++z)
    for (int y = 0; y < NY; ++y)
      for (int x = 0; x < NX; ++x) in[i++] = x * x + 10 * y * z + z * z * z;

  cudaExtent extent = make_cudaExtent(NX * sizeof(int), NY, NZ);
  cudaPitchedPtr d_in, d_out;
  cudaMalloc3D(&d_in, extent);
  cudaMalloc3D(&d_out, extent);
  copy(make_cudaPitchedPtr(in.data(), NX * sizeof(int), NX, NY), d_in, cudaMemcpyHostToDevice);
  dim3 block(8, 4, 4), grid((NX + 7) / 8, (NY + 3) / 4, (NZ + 3) / 4);
  sevenPoints<<<grid, block>>>(d_in, d_out);
  cudaError_t error = copy(d_out, make_cudaPitchedPtr(out.data(), NX * sizeof(int), NX, NY), cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorString(error));

  long long sum = 0, weighted = 0;
  for (size_t i = 0; i < out.size(); ++i) sum += out[i], weighted += out[i] * (long long)(i % 101);
  printf("inside %d, corner %d, sum %lld, weighted %lld\n", out[(4 * NY + 6) * NX + 10], out[0], sum, weighted);
  cudaFree(d_in.ptr);
  cudaFree(d_out.ptr);
}
