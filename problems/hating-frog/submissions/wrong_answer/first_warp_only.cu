// Wrong: shuffles find the maximum of a warp, not of a block. Of each four warps only the first one's is
// reported. Caught where the second plant of the longest path is far down the list: longest-comes-last.
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
  int i = blockIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x, count = 0;
  auto inside = [&](int r, int c) { return r >= 0 && r < rows && c >= 0 && c < columns; };
  if (i < j && j < n) {
    int r = plants[i].r, c = plants[i].c, dr = plants[j].r - r, dc = plants[j].c - c;
    bool from_outside = !inside(r - dr, c - dc);
    while (from_outside && inside(r, c) && flat[r * columns + c]) count++, r += dr, c += dc;
    if (inside(r, c)) count = 0;
  }
  for (int half = 16; half > 0; half /= 2) count = max(count, __shfl_down_sync(0xffffffff, count, half));
  if (threadIdx.x == 0) atomicMax(best, count);
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
