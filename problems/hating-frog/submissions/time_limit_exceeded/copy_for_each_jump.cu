// Too slow: the field is on the GPU, which draws it, but the host follows the frogs, and fetches each place
// where one lands by a copy of its own.
#include <algorithm>
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

struct Plant {
  int r, c;
};

__global__ void draw(const Plant* plants, int n, bool* flat, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) flat[plants[i].r * columns + plants[i].c] = true;
}

int main() {
  int rows, columns, n;
  if (scanf("%d%d%d", &rows, &columns, &n) != 3) return 1;
  std::vector<Plant> plants(n);
  for (Plant& plant : plants) {
    scanf("%d%d", &plant.r, &plant.c);
    plant.r--, plant.c--;
  }
  std::sort(plants.begin(), plants.end(),
            [](const Plant& a, const Plant& b) { return a.r != b.r ? a.r < b.r : a.c < b.c; });
  Plant* device_plants;
  bool* flat;
  CHECK(cudaMalloc(&device_plants, n * sizeof(Plant)));
  CHECK(cudaMalloc(&flat, rows * columns));
  CHECK(cudaMemcpy(device_plants, plants.data(), n * sizeof(Plant), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(flat, 0, rows * columns));
  draw<<<(n + 255) / 256, 256>>>(device_plants, n, flat, columns);
  CHECK(cudaGetLastError());

  auto inside = [&](int r, int c) { return r >= 0 && r < rows && c >= 0 && c < columns; };
  auto is_flat = [&](int r, int c) {
    bool value;
    CHECK(cudaMemcpy(&value, flat + r * columns + c, 1, cudaMemcpyDeviceToHost));
    return value;
  };
  int best = 2;
  for (int i = 0; i < n; i++) {
    for (int j = i + 1; j < n; j++) {
      int r = plants[i].r, c = plants[i].c, dr = plants[j].r - r, dc = plants[j].c - c;
      if (inside(r - dr, c - dc) || !inside(r + best * dr, c + best * dc)) continue;
      int count = 2;
      r += 2 * dr, c += 2 * dc;
      while (inside(r, c) && is_flat(r, c)) count++, r += dr, c += dc;
      if (!inside(r, c)) best = std::max(best, count);
    }
  }
  CHECK(cudaFree(device_plants));
  CHECK(cudaFree(flat));
  printf("%d\n", best > 2 ? best : 0);
}
