// Jacobi's method with two buffers that change roles after each launch; sizes are read with cin.
#include <iostream>
#include <vector>
#include <utility>
#include <iomanip>
#include <stdexcept>

void cuda(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

template <typename T>
class Buffer {
 public:
  explicit Buffer(std::size_t n) : n_(n) { cuda(cudaMalloc(&p_, n * sizeof(T))); }
  Buffer(const Buffer&) = delete;
  ~Buffer() { cudaFree(p_); }
  void from(const std::vector<T>& v) { cuda(cudaMemcpy(p_, v.data(), n_ * sizeof(T), cudaMemcpyHostToDevice)); }
  std::vector<T> get() const {
    std::vector<T> v(n_);
    cuda(cudaMemcpy(v.data(), p_, n_ * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
  }
  T* data() const { return p_; }

 private:
  T* p_ = nullptr;
  std::size_t n_;
};

__global__ void relax(const double* __restrict__ from, double* __restrict__ to, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  bool border = x == 0 || y == 0 || x == w - 1 || y == h - 1;
  int i = y * w + x;
  to[i] = border ? from[i] : 0.25 * (from[i - 1] + from[i + 1] + from[i - w] + from[i + w]);
}

int main() {
  int w, h, rounds;
  std::cin >> w >> h >> rounds;
  std::vector<double> start(w * h, 0.0);
  for (int x = 0; x < w; ++x) start[x] = 100;
  try {
    Buffer<double> a(w * h), b(w * h);
    a.from(start);
    double *from = a.data(), *to = b.data();
    dim3 block(16, 8), grid((w + 15) / 16, (h + 7) / 8);
    for (int r = 0; r < rounds; ++r, std::swap(from, to)) relax<<<grid, block>>>(from, to, w, h);
    cuda(cudaGetLastError());
    std::vector<double> result = (rounds % 2 ? b : a).get();
    std::cout << std::fixed << std::setprecision(6);
    for (int y = 0; y < h; y += 5) std::cout << result[y * w + w / 2] << '\n';
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 1;
  }
}
