// Memory with a pitch, in two and three dimensions, and copies of parts.
#include <cstdio>
#include <vector>
__global__ void twod(float* p, size_t pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    float* row = (float*)((char*)p + y * pitch);
    row[x] = row[x] * 2 + y;
  }
}
__global__ void threed(cudaPitchedPtr p, cudaExtent e) {
  char* base = (char*)p.ptr;
  size_t slice = p.pitch * e.height;
  for (int z = blockIdx.x; z < e.depth; z += gridDim.x)
    for (int y = threadIdx.y; y < e.height; y += blockDim.y) {
      int* row = (int*)(base + z * slice + y * p.pitch);
      for (int x = threadIdx.x; x < e.width / 4; x += blockDim.x) row[x] += x + 10 * y + 100 * z;
    }
}
int main() {
  const int w = 37, h = 19;
  size_t pitch;
  float* d;
  cudaMallocPitch(&d, &pitch, w * sizeof(float), h);
  printf("pitch %zu\n", pitch);
  std::vector<float> v(w * h);
  for (int i = 0; i < w * h; i++) v[i] = i;
  cudaMemcpy2D(d, pitch, v.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice);
  twod<<<dim3(2, 2), dim3(32, 16)>>>(d, pitch, w, h);
  cudaMemcpy2D(v.data(), w * 4, d, pitch, w * 4, h, cudaMemcpyDeviceToHost);
  double s = 0;
  for (float x : v) s += x;
  printf("%g\n", s);
  cudaMemset2D(d, pitch, 0, w * 4, h / 2);
  cudaMemcpy2D(v.data(), w * 4, d, pitch, w * 4, h, cudaMemcpyDeviceToHost);
  s = 0;
  for (float x : v) s += x;
  printf("%g\n", s);
  cudaExtent e = make_cudaExtent(13 * 4, 7, 5);
  cudaPitchedPtr p;
  cudaMalloc3D(&p, e);
  printf("%zu %zu %zu\n", p.pitch, p.xsize, p.ysize);
  cudaMemset3D(p, 1, e);
  threed<<<3, dim3(8, 4)>>>(p, e);
  std::vector<int> o(13 * 7 * 5);
  cudaMemcpy3DParms m = {0};
  m.srcPtr = p;
  m.dstPtr = make_cudaPitchedPtr(o.data(), 13 * 4, 13, 7);
  m.extent = e;
  m.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&m);
  long long t = 0;
  for (int x : o) t += x - 0x01010101;
  printf("%lld %d\n", t, o[13 * 7 * 4 + 13 * 6 + 12] - 0x01010101);
  cudaMemcpy3DParms part = {0};
  part.srcPtr = p;
  part.srcPos = make_cudaPos(8, 2, 1);
  part.dstPtr = make_cudaPitchedPtr(o.data(), 13 * 4, 13, 7);
  part.dstPos = make_cudaPos(0, 0, 0);
  part.extent = make_cudaExtent(12, 2, 2);
  part.kind = cudaMemcpyDefault;
  printf("%s\n", cudaGetErrorName(cudaMemcpy3D(&part)));
  printf("%d %d\n", o[0] - 0x01010101, o[13 + 2] - 0x01010101);
  size_t free_bytes, total;
  cudaMemGetInfo(&free_bytes, &total);
  printf("%d\n", free_bytes < total);
  cudaFree(d);
  cudaFree(p.ptr);
}
