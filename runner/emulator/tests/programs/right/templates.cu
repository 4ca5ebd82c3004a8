// A small library in templates: an owning array, and kernels for any type and operation.
#include <cstddef>
#include <iostream>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

inline void check(cudaError_t e) {
  if (e != cudaSuccess) throw std::runtime_error(cudaGetErrorString(e));
}

template <typename T>
class DeviceVector {
 public:
  explicit DeviceVector(std::size_t n) : size_(n) { check(cudaMalloc(&data_, n * sizeof(T))); }
  explicit DeviceVector(const std::vector<T>& v) : DeviceVector(v.size()) {
    check(cudaMemcpy(data_, v.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  DeviceVector(DeviceVector&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  DeviceVector& operator=(DeviceVector&&) = delete;
  ~DeviceVector() { cudaFree(data_); }
  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::vector<T> host() const {
    std::vector<T> v(size_);
    check(cudaMemcpy(v.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

template <typename T>
struct Saxpy {
  T a;
  __device__ T operator()(T x, T y) const { return a * x + y; }
};
struct Larger {
  template <typename T>
  __device__ T operator()(T x, T y) const { return x > y ? x : y; }
};

template <typename T, typename Op, int PerThread = 4>
__global__ void combine(const T* x, const T* y, T* out, std::size_t n, Op op) {
  std::size_t first = (std::size_t(blockIdx.x) * blockDim.x + threadIdx.x) * PerThread;
#pragma unroll
  for (int k = 0; k < PerThread; ++k)
    if (first + k < n) out[first + k] = op(x[first + k], y[first + k]);
}

template <typename T, typename Op>
DeviceVector<T> zip(const DeviceVector<T>& x, const DeviceVector<T>& y, Op op) {
  DeviceVector<T> out(x.size());
  constexpr int threads = 64, each = std::is_same<T, double>::value ? 2 : 8;
  combine<T, Op, each><<<(x.size() + threads * each - 1) / (threads * each), threads>>>(x.data(), y.data(), out.data(), x.size(), op);
  check(cudaGetLastError());
  return out;
}

template <int N>
struct Power {
  template <typename T>
  static __host__ __device__ T of(T x) { return x * Power<N - 1>::of(x); }
};
template <>
struct Power<0> {
  template <typename T>
  static __host__ __device__ T of(T) { return 1; }
};
template <int... Exponents>
__global__ void powers(int x, int* out) {
  int i = 0;
  ((out[i++] = Power<Exponents>::of(x)), ...);
}

template <typename T>
void demo(const char* name) {
  const std::size_t n = 1003;
  std::vector<T> x(n), y(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = T(i % 10), y[i] = T(i % 7);
  DeviceVector<T> dx(x), dy(y);
  auto axpy = zip(dx, dy, Saxpy<T>{T(3)}).host();
  auto larger = zip(dx, dy, Larger()).host();
  T sum = 0, most = 0;
  for (std::size_t i = 0; i < n; ++i) sum += axpy[i], most += larger[i];
  std::cout << name << ": " << +axpy[9] << ' ' << +sum << ' ' << +most << '\n';
}

int main() try {
  demo<int>("int");
  demo<float>("float");
  demo<double>("double");
  demo<unsigned char>("unsigned char");
  demo<long long>("long long");
  DeviceVector<int> out(4);
  powers<0, 1, 5, 9><<<1, 1>>>(3, out.data());
  for (int value : out.host()) std::cout << value << ' ';
  std::cout << '\n';
} catch (const std::exception& e) {
  std::cout << "error: " << e.what() << '\n';
  return 1;
}
