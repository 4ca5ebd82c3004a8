// Errors that are provoked, caught in several ways and survived.
#include <cuda_runtime.h>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <string>
#include <system_error>

struct CudaError : std::runtime_error {
  CudaError(cudaError_t code, const std::string& where)
      : std::runtime_error(where + ": " + cudaGetErrorString(code)), code(code) {}
  cudaError_t code;
};

#define THROW_ON_ERROR(call) [&] { if (cudaError_t c = (call); c != cudaSuccess) throw CudaError(c, #call); }()

[[nodiscard]] static bool succeeded(cudaError_t e) { return e == cudaSuccess; }

template <typename... Args>
void launch(const char* name, void (*kernel)(Args...), dim3 grid, dim3 block, Args... args) {
  kernel<<<grid, block>>>(args...);
  THROW_ON_ERROR(cudaGetLastError());
  THROW_ON_ERROR(cudaDeviceSynchronize());
  std::cout << name << " ran\n";
}

__global__ void set(int* x, int v) { x[threadIdx.x] = v; }

int main() {
  int* x = nullptr;
  THROW_ON_ERROR(cudaMalloc(&x, 256 * sizeof(int)));
  try {
    launch("set", set, 1, 256, x, 5);
    launch("set with too many threads", set, 1, 1025, x, 6);
  } catch (const CudaError& e) {
    std::cout << e.what() << " (" << cudaGetErrorName(e.code) << ")\n";
  }
  try {
    launch("set without blocks", set, 0, 32, x, 6);
  } catch (const std::exception& e) {
    std::cout << e.what() << '\n';
  }
  int zero = 0;
  if (!succeeded(cudaMemcpy(x, &zero, 4, static_cast<cudaMemcpyKind>(7)))) std::cout << "no such direction\n";
  std::cout << "last: " << cudaGetErrorName(cudaGetLastError()) << ", then " << cudaGetErrorName(cudaGetLastError()) << '\n';
  void* huge = nullptr;
  cudaError_t status = cudaMalloc(&huge, size_t(1) << 60);
  std::cout << "an exabyte: " << cudaGetErrorString(status) << ", pointer " << (huge ? "set" : "null") << '\n';
  status = cudaSetDevice(4711);
  std::cout << "device 4711: " << cudaGetErrorString(status) << '\n';
  (void)cudaGetLastError();
  if (cudaFree(nullptr) == cudaSuccess) std::cout << "freeing nothing is fine\n";
  int h = 0;
  THROW_ON_ERROR(cudaMemcpy(&h, x + 255, sizeof h, cudaMemcpyDeviceToHost));
  std::cout << h << '\n';
  THROW_ON_ERROR(cudaFree(x));
}
