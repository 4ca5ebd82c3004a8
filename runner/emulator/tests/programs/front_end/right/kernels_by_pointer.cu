// Kernels as values: a table of them, cudaLaunchKernel, cudaLaunchKernelEx, and a launch through a pointer.
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
   if (code != cudaSuccess)
   {
      fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
      if (abort) exit(code);
   }
}

__global__ void add(int *x, int n, int by)      { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += by; }
__global__ void multiply(int *x, int n, int by) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= by; }
template <bool backwards>
__global__ void shift(int *x, int n, int by)    { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = backwards ? x[i] >> by : x[i] << by; }

typedef void (*Kernel)(int *, int, int);
struct Step { const char *name; Kernel kernel; int by; };

int main()
{
   const Step steps[] = {{"add", add, 3}, {"multiply", multiply, 7}, {"left", shift<false>, 2}, {"right", &shift<true>, 1}};
   int n = 100, *x;
   std::vector<int> h(n);
   gpuErrchk(cudaMalloc(&x, n * sizeof(int)));
   gpuErrchk(cudaMemset(x, 0, n * sizeof(int)));
   for (const Step &step : steps) {
      step.kernel<<<4, 32>>>(x, n, step.by);
      gpuErrchk(cudaPeekAtLastError());
      gpuErrchk(cudaMemcpy(h.data(), x, n * sizeof(int), cudaMemcpyDeviceToHost));
      std::cout << step.name << ": " << h[0] << " " << h[99] << "\n";
   }

   int by = 5;
   void *args[] = {&x, &n, &by};
   gpuErrchk(cudaLaunchKernel((const void *)add, dim3(2), dim3(50), args, 0, 0));
   gpuErrchk(cudaLaunchKernel(reinterpret_cast<const void *>(&multiply), 1, 64, args, 0, nullptr));

   cudaLaunchConfig_t config = {};
   config.gridDim = dim3(1);
   config.blockDim = dim3(n);
   gpuErrchk(cudaLaunchKernelEx(&config, shift<true>, x, n, 1));

   Kernel chosen = n > 64 ? add : multiply;
   chosen<<<1, 128>>>(x, n, -1);
   gpuErrchk(cudaDeviceSynchronize());
   gpuErrchk(cudaMemcpy(h.data(), x, n * sizeof(int), cudaMemcpyDeviceToHost));
   std::cout << h[0] << " " << h[63] << " " << h[64] << " " << h[99] << std::endl;
   gpuErrchk(cudaFree(x));
}
