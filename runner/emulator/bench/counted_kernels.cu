// Measures what counting costs: `counted_kernels NAME` runs one of ten kernels on the emulated device.
// Compare the CPU time with CUDA_EMULATOR_COUNTERS=/dev/null to that without it.
#include <cstdio>
#include <cstring>

constexpr int side = 320, count = 1 << 20, block = 256, tile = 16;

__global__ void naive_product(const float* a, const float* b, float* c) {
  const int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < side; ++k) sum += a[row * side + k] * b[k * side + column];
  c[row * side + column] = sum;
}

__global__ void tiled_product(const float* a, const float* b, float* c) {
  __shared__ float of_a[tile][tile], of_b[tile][tile];
  const int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < side; first += tile) {
    of_a[threadIdx.y][threadIdx.x] = a[row * side + first + threadIdx.x];
    of_b[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * side + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += of_a[threadIdx.y][k] * of_b[k][threadIdx.x];
    __syncthreads();
  }
  c[row * side + column] = sum;
}

__global__ void transpose(const float* in, const float*, float* out) {
  const int y = blockIdx.y * tile + threadIdx.y, x = blockIdx.x * tile + threadIdx.x;
  out[x * side + y] = in[y * side + x];
}

__global__ void tree(const float* in, const float*, float* out) {
  __shared__ float sums[block];
  sums[threadIdx.x] = in[blockIdx.x * block + threadIdx.x];
  __syncthreads();
  for (unsigned half = block / 2; half; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

__global__ void shuffles(const float* in, const float*, float* out) {
  float sum = in[blockIdx.x * block + threadIdx.x];
  for (int step = 16; step; step /= 2) sum += __shfl_xor_sync(~0u, sum, step);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

__global__ void histogram(const float* in, const float*, float* out) {
  const int i = blockIdx.x * block + threadIdx.x;
  atomicAdd(out + (i * 2654435761u >> 24), in[i]);
}

__global__ void stencil(const float* in, const float*, float* out) {
  const int i = blockIdx.x * block + threadIdx.x;
  if (i < 4 || i >= count - 4) return;
  float sum = 0;
  for (int near = -4; near <= 4; ++near) sum += in[i + near];
  out[i] = sum;
}

__global__ void bodies(const float* in, const float*, float* out) {
  __shared__ float places[block];
  const float own = in[blockIdx.x * block + threadIdx.x];
  float force = 0;
  for (int first = 0; first < 8192; first += block) {
    places[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    for (float place : places) force += (place - own) / (1 + (place - own) * (place - own));
    __syncthreads();
  }
  out[blockIdx.x * block + threadIdx.x] = force;
}

__global__ void ragged(const float* in, const float*, float* out) {
  const int i = blockIdx.x * block + threadIdx.x;
  float sum = 0;
  for (int n = 0; n < (i * 7919) % 61; ++n) sum += in[(i + n * 1031) % count];
  out[i] = sum;
}

__global__ void collatz(const float*, const float*, float* out) {
  unsigned long long value = blockIdx.x * block + threadIdx.x + 1;
  int steps = 0;
  for (; value != 1; ++steps) value = value % 2 ? 3 * value + 1 : value / 2;
  out[blockIdx.x * block + threadIdx.x] = static_cast<float>(steps);
}

struct Row {
  const char* name;
  void (*kernel)(const float*, const float*, float*);
  dim3 blocks, threads;
};
const dim3 tiles(side / tile, side / tile), tile_threads(tile, tile);
const Row rows[] = {
    {"naive product", naive_product, tiles, tile_threads},
    {"tiled product", tiled_product, tiles, tile_threads},
    {"transpose", transpose, tiles, tile_threads},
    {"tree", tree, count / block, block},
    {"shuffles", shuffles, count / block, block},
    {"histogram", histogram, count / block, block},
    {"stencil", stencil, count / block, block},
    {"bodies", bodies, 32, block},
    {"ragged", ragged, count / block / 4, block},
    {"collatz", collatz, count / block / 4, block},
};

int main(int arguments, char** words) {
  float *a, *b, *c;
  for (float** memory : {&a, &b, &c}) {
    cudaMalloc(memory, count * sizeof(float));
    cudaMemset(*memory, 0, count * sizeof(float));
  }
  for (const Row& row : rows) {
    if (arguments < 2 || std::strcmp(words[1], row.name) != 0) continue;
    row.kernel<<<row.blocks, row.threads>>>(a, b, c);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s: %s\n", row.name, cudaGetErrorString(error));
  }
  for (float* memory : {a, b, c}) cudaFree(memory);
}
