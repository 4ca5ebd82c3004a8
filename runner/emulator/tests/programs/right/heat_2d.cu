// Heat in a plate by Jacobi iteration, two buffers that change places.
#include <cuda_runtime.h>
#include <stdio.h>
#include <utility>
#include <vector>

#define W 48
#define H 20
#define IDX(x, y) ((y) * W + (x))

static void gpuAssert(cudaError_t code, const char *file, int line) {
  if (code == cudaSuccess) return;
  fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
  exit(code);
}
#define gpuErrchk(ans) { gpuAssert((ans), __FILE__, __LINE__); }

__global__ void step(const float *t, float *next) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= W || y >= H) return;
  if (x == 0 || y == 0 || x == W - 1 || y == H - 1) {
    next[IDX(x, y)] = t[IDX(x, y)];  // the edge keeps its temperature
  } else {
    next[IDX(x, y)] =
        0.25f * (t[IDX(x - 1, y)] + t[IDX(x + 1, y)] + t[IDX(x, y - 1)] + t[IDX(x, y + 1)]);
  }
}

int main() {
  std::vector<float> plate(W * H, 0.0f);
  for (int x = 0; x < W; ++x) plate[IDX(x, 0)] = 64.0f;
  for (int y = 0; y < H; ++y) plate[IDX(W - 1, y)] = 16.0f;

  float *d_now, *d_next;
  const size_t bytes = plate.size() * sizeof(float);
  gpuErrchk(cudaMalloc(&d_now, bytes));
  gpuErrchk(cudaMalloc(&d_next, bytes));
  gpuErrchk(cudaMemcpy(d_now, plate.data(), bytes, cudaMemcpyHostToDevice));
  dim3 block(16, 16), grid((W + 15) / 16, (H + 15) / 16);
  for (int i = 0; i < 200; ++i) {
    step<<<grid, block>>>(d_now, d_next);
    std::swap(d_now, d_next);
  }
  gpuErrchk(cudaPeekAtLastError());
  gpuErrchk(cudaMemcpy(plate.data(), d_now, bytes, cudaMemcpyDeviceToHost));
  gpuErrchk(cudaFree(d_now));
  gpuErrchk(cudaFree(d_next));

  const char shades[] = " .:-=+*#%@";
  for (int y = 0; y < H; ++y) {
    for (int x = 0; x < W; ++x) putchar(shades[(int)(plate[IDX(x, y)] * 9 / 64)]);
    putchar('\n');
  }
  printf("middle: %.2f\n", plate[IDX(W / 2, H / 2)]);
  return 0;
}
