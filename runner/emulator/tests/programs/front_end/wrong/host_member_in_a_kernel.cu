// A class whose member functions were written for the host is used in a kernel.
#include <cstdio>
#include <cmath>

#ifdef REPAIRED
#define BOTH __host__ __device__
#else
#define BOTH
#endif

class Vec3 {
 public:
  float x, y, z;
  BOTH float dot(const Vec3& o) const { return x * o.x + y * o.y + z * o.z; }
  BOTH Vec3 operator-(const Vec3& o) const { return Vec3{x - o.x, y - o.y, z - o.z}; }
  BOTH float length() const;
};

float BOTH Vec3::length() const { return sqrtf(dot(*this)); }

__global__ void distances(const Vec3* points, int n, Vec3 from, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Vec3 d = points[i] - from;  // refused: calling a __host__ function("Vec3::operator -(const Vec3&) const") from a __global__ function
  out[i] = d.length();  // refused: calling a __host__ function("Vec3::length() const") from a __global__ function
}

int main() {
  const int n = 50;
  Vec3 h[n], *points;
  float r[n], *out;
  for (int i = 0; i < n; ++i) h[i] = Vec3{float(i), float(i % 7), float(i % 3)};
  cudaMalloc(&points, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(points, h, sizeof h, cudaMemcpyHostToDevice);
  distances<<<2, 32>>>(points, n, Vec3{1, 1, 1}, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  std::printf("%.4f %.4f\n", r[0], r[49]);
  cudaFree(points);
  cudaFree(out);
}
