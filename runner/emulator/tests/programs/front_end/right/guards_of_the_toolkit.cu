// Helpers that are there only if a header of the toolkit came before, as they ask its guard macro.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

#ifdef __DRIVER_TYPES_H__
static const char *nameOf(cudaError_t error) { return cudaGetErrorName(error); }
#else
#error "driver_types.h should have been included"
#endif

#ifdef __CUDA_RUNTIME_H__
template <typename T>
void check(T result, char const *const func, const char *const file, int const line) {
  if (result) {
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, static_cast<unsigned int>(result),
            nameOf(result), func);
    exit(EXIT_FAILURE);
  }
}
#define checkErrors(val) check((val), #val, __FILE__, __LINE__)

inline void lastErrorOrExit(const char *message, const char *file, const int line) {
  cudaError_t err = cudaGetLastError();
  if (cudaSuccess != err) {
    fprintf(stderr, "%s(%i) : %s : (%d) %s.\n", file, line, message, static_cast<int>(err), cudaGetErrorString(err));
    exit(EXIT_FAILURE);
  }
}
#define checkLast(msg) lastErrorOrExit(msg, __FILE__, __LINE__)

inline int someDevice() {
  int count = 0;
  checkErrors(cudaGetDeviceCount(&count));
  if (count == 0) exit(EXIT_WAIVED);
  checkErrors(cudaSetDevice(0));
  return 0;
}
#endif

#ifndef MIN
#define MIN(a, b) ((a < b) ? a : b)
#endif

__global__ void clamp(float *x, int n, float limit) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) x[i] = MIN(x[i], limit);
}

int main(int argc, char **argv) {
  someDevice();
  float h[45], *d = NULL;
  for (int i = 0; i < 45; ++i) h[i] = i * 0.5f;
  checkErrors(cudaMalloc((void **)&d, sizeof(h)));
  checkErrors(cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice));
  clamp<<<2, 32>>>(d, 45, 10.25f);
  checkLast("clamp() failed");
  checkErrors(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));
  printf("%g %g %g %g\n", h[0], h[20], h[21], h[44]);
  checkErrors(cudaFree(d));
  printf("%s %s\n", nameOf(cudaSuccess), nameOf(cudaErrorInvalidValue));
  exit(EXIT_SUCCESS);
}
