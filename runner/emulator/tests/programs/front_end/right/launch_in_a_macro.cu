// Every launch goes through a macro, which also checks for errors.
#include <cstdio>
#include <cstdlib>

#define THREADS 128
#define BLOCKS(n) (((n) + THREADS - 1) / THREADS)
#define LAUNCH(kernel, n, ...)                                                                        \
  do {                                                                                                \
    kernel<<<BLOCKS(n), THREADS>>>(__VA_ARGS__);                                                      \
    cudaError_t e = cudaGetLastError();                                                               \
    if (e != cudaSuccess) printf(#kernel ": %s\n", cudaGetErrorString(e)), exit(EXIT_FAILURE);        \
  } while (false)
#define CONFIG(n) <<<BLOCKS(n), THREADS, 0, 0>>>
#define OPEN <<<
#define CLOSE >>>
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define FOR_EACH(i, n) for (int i = INDEX; i < n; i += gridDim.x * blockDim.x)

__global__ void iota(int *x, int n) { FOR_EACH(i, n) x[i] = i; }

template <typename T, int factor>
__global__ void scale(T *x, int n) { FOR_EACH(i, n) x[i] *= factor; }

__global__ void add(const int *a, const int *b, int *c, int n) {
  FOR_EACH(i, n) c[i] = a[i] + b[i];
}

int main() {
  const int n = 1001;
  static int h[n];
  int *a, *b;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  LAUNCH(iota, n, a, n);
  LAUNCH(iota, n, b, n);
  LAUNCH((scale<int, 3>), n, b, n);
  add CONFIG(n) (a, b, a, n);
  scale<int, 2> OPEN 4, 64 CLOSE (a, n);
  if (n > 1000)
    LAUNCH(iota, 10, b, 10);
  else
    LAUNCH(iota, n, b, n);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[1], h[500], h[1000]);
  cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", h[9], h[10], h[1000]);
  cudaFree(a);
  cudaFree(b);
}
