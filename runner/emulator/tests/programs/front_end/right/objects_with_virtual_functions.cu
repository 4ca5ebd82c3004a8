// Objects that kernels make, use by virtual functions, and delete.
#include <cstdio>
#include <new>
class Shape {
 public:
  __device__ Shape(int id) : id_(id) {}
  __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
  __device__ virtual const char* name() const { return "shape"; }

 protected:
  int id_;
};
class Circle : public Shape {
 public:
  __device__ Circle(int id, float r) : Shape(id), r_(r) {}
  __device__ float area() const override { return 3.0f * r_ * r_; }
  __device__ const char* name() const override { return "circle"; }

 private:
  float r_;
};
class Box final : public Shape {
 public:
  __device__ Box(int id, float w, float h) : Shape(id), w_(w), h_(h) {}
  __device__ float area() const override { return w_ * h_; }

 private:
  float w_, h_;
};
__global__ void make(Shape** shapes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (i % 2)
    shapes[i] = new Circle(i, i);
  else
    shapes[i] = new Box(i, i, 2);
}
__global__ void measure(Shape** shapes, float* areas, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    areas[i] = shapes[i]->area();
    if (i < 2) printf("%s %g\n", shapes[i]->name(), areas[i]);
  }
}
__global__ void destroy(Shape** shapes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) delete shapes[i];
}
struct Counter {
  int value;
  __host__ __device__ Counter& operator++() {
    ++value;
    return *this;
  }
};
__global__ void placement(char* buffer) {
  Counter* c = new (buffer + threadIdx.x * sizeof(Counter)) Counter{(int)threadIdx.x};
  ++*c;
  ++*c;
}
int main() {
  const int n = 50;
  Shape** shapes;
  float* areas;
  cudaMalloc(&shapes, n * sizeof(Shape*));
  cudaMallocManaged(&areas, n * 4);
  size_t heap;
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20);
  cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize);
  printf("%zu\n", heap >> 20);
  make<<<2, 32>>>(shapes, n);
  measure<<<1, 64>>>(shapes, areas, n);
  cudaDeviceSynchronize();
  destroy<<<2, 32>>>(shapes, n);
  cudaDeviceSynchronize();
  float sum = 0;
  for (int i = 0; i < n; i++) sum += areas[i];
  printf("%g\n", sum);
  char* b;
  cudaMalloc(&b, 32 * sizeof(Counter));
  placement<<<1, 32>>>(b);
  Counter c[32];
  cudaMemcpy(c, b, sizeof c, cudaMemcpyDeviceToHost);
  printf("%d %d\n", c[0].value, c[31].value);
  cudaFree(b);
  cudaFree(shapes);
  cudaFree(areas);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
