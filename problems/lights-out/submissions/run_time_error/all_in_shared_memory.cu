// Crashes: a single block keeps all panels in its shared memory, of which it has 48 KiB. It sees that the
// launch failed, and says so. Caught by the cases with more panels: hundred-thousand.
#include <cstdio>
#include <vector>

__device__ unsigned solved(unsigned panel) {
  for (unsigned first = 0; first < 64; first++) {
    unsigned press = first, above = 0, found = 0;
    for (int r = 0; r < 5; r++) {
      found |= press << 6 * r;
      unsigned lights = (panel >> 6 * r & 63) ^ press ^ (press << 1 & 63) ^ press >> 1 ^ above;
      above = press;
      press = lights;
    }
    if (press == 0) return found;
  }
  return 0;
}

__global__ void solve(unsigned* panels, int count) {
  extern __shared__ unsigned shared[];
  for (int k = threadIdx.x; k < count; k += blockDim.x) shared[k] = panels[k];
  __syncthreads();
  for (int k = threadIdx.x; k < count; k += blockDim.x) panels[k] = solved(shared[k]);
}

int main() {
  int t;
  if (scanf("%d", &t) != 1) return 1;
  std::vector<unsigned> panels(t);
  for (unsigned& panel : panels) {
    for (int button = 0; button < 30; button++) {
      unsigned light;
      scanf("%u", &light);
      panel |= light << button;
    }
  }

  unsigned* on_gpu;
  size_t bytes = t * sizeof(unsigned);
  cudaError_t error = cudaMalloc(&on_gpu, bytes);
  if (!error) error = cudaMemcpy(on_gpu, panels.data(), bytes, cudaMemcpyHostToDevice);
  if (!error) solve<<<1, 256, bytes>>>(on_gpu, t);
  if (!error) error = cudaGetLastError();
  if (!error) error = cudaMemcpy(panels.data(), on_gpu, bytes, cudaMemcpyDeviceToHost);
  cudaFree(on_gpu);
  if (error) {
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int k = 0; k < t; k++) {
    printf("PUZZLE #%d\n", k + 1);
    for (int i = 0; i < 30; i++) printf("%u%c", panels[k] >> i & 1, i % 6 < 5 ? ' ' : '\n');
  }
}
