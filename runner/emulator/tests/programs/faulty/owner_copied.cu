// A class that owns device memory is passed by value: the copy frees it, too.
#include <cstdio>

class Vector {
 public:
  explicit Vector(int n) : n(n) { cudaMalloc(&data, n * sizeof(float)); }
#ifdef REPAIRED
  Vector(const Vector&) = delete;
#endif
  ~Vector() { cudaFree(data); }  // fault: invalid-free
  float* data;
  int n;
};

__global__ void set(float* x, int n, float value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = value;
}

#ifdef REPAIRED
void fill(Vector& v, float value) {
#else
void fill(Vector v, float value) {
#endif
  set<<<(v.n + 127) / 128, 128>>>(v.data, v.n, value);
  cudaDeviceSynchronize();
}

int main() {
  Vector v(300);
  fill(v, 2.5f);
  printf("filled\n");
}
