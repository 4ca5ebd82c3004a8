// Crashes: the numbers of rows and columns are unsigned, so that the place before the first row is gigabytes
// beyond the field. The kernel reads there, and the next call reports it.
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

__global__ void follow(const Plant* plants, int n, const bool* flat, int rows, int columns, int* best) {
  int i = blockIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j <= i || j >= n) return;
  unsigned r = plants[i].r, c = plants[i].c, dr = plants[j].r - r, dc = plants[j].c - c;
  auto inside = [&](unsigned r, unsigned c) { return r < rows && c < columns; };
  if (flat[(r - dr) * columns + c - dc] && inside(r - dr, c - dc)) return;
  int count = 0;
  while (inside(r, c) && flat[r * columns + c]) count++, r += dr, c += dc;
  if (!inside(r, c) && count > *best) atomicMax(best, count);
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
  std::vector<char> flat(rows * columns);
  for (const Plant& plant : plants) flat[plant.r * columns + plant.c] = 1;

  Plant* device_plants;
  bool* device_flat;
  int *device_best, best = 2;
  CHECK(cudaMalloc(&device_plants, n * sizeof(Plant)));
  CHECK(cudaMalloc(&device_flat, flat.size()));
  CHECK(cudaMalloc(&device_best, sizeof(int)));
  CHECK(cudaMemcpy(device_plants, plants.data(), n * sizeof(Plant), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_flat, flat.data(), flat.size(), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_best, &best, sizeof(int), cudaMemcpyHostToDevice));
  follow<<<dim3((n + 127) / 128, n), 128>>>(device_plants, n, device_flat, rows, columns, device_best);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&best, device_best, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(device_plants));
  CHECK(cudaFree(device_flat));
  CHECK(cudaFree(device_best));
  printf("%d\n", best > 2 ? best : 0);
}
