// Too slow: the panels are solved at once, but each button is fetched from the GPU by a copy of its own, just
// before it is printed.
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

__global__ void solve(const unsigned* panels, int* buttons, int count) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= count) return;
  unsigned presses = solved(panels[k]);
  for (int i = 0; i < 30; i++) buttons[30 * k + i] = presses >> i & 1;
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

  unsigned* device_panels;
  int* buttons;
  CHECK(cudaMalloc(&device_panels, t * sizeof(unsigned)));
  CHECK(cudaMalloc(&buttons, 30 * t * sizeof(int)));
  CHECK(cudaMemcpy(device_panels, panels.data(), t * sizeof(unsigned), cudaMemcpyHostToDevice));
  solve<<<(t + 127) / 128, 128>>>(device_panels, buttons, t);
  CHECK(cudaGetLastError());
  for (int k = 0; k < t; k++) {
    printf("PUZZLE #%d\n", k + 1);
    for (int i = 0; i < 30; i++) {
      int button;
      CHECK(cudaMemcpy(&button, &buttons[30 * k + i], sizeof(int), cudaMemcpyDeviceToHost));
      printf("%d%c", button, i % 6 < 5 ? ' ' : '\n');
    }
  }
  CHECK(cudaFree(device_panels));
  CHECK(cudaFree(buttons));
}
