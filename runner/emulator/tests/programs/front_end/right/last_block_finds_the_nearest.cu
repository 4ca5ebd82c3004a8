// The nearest point to a query: each block finds its own, and the block that ends last finds the nearest of those.
#include <cfloat>
#include <cstdio>

struct Best {
  float distance;
  int index;
};

__device__ unsigned int blocksDone = 0;

__device__ Best nearer(Best a, Best b) {
  return b.distance < a.distance || (b.distance == a.distance && b.index < a.index) ? b : a;
}

__device__ void reduceBlock(Best *s) {
  for (unsigned half = blockDim.x / 2; half; half >>= 1) {
    if (threadIdx.x < half) s[threadIdx.x] = nearer(s[threadIdx.x], s[threadIdx.x + half]);
    __syncthreads();
  }
}

__global__ void nearest(const float2 *points, int n, float2 query, Best *ofBlocks, Best *result) {
  __shared__ Best s[64];
  __shared__ bool last;
  Best mine = {FLT_MAX, -1};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float dx = points[i].x - query.x, dy = points[i].y - query.y;
    mine = nearer(mine, Best{dx * dx + dy * dy, i});
  }
  s[threadIdx.x] = mine;
  __syncthreads();
  reduceBlock(s);
  if (threadIdx.x == 0) {
    ofBlocks[blockIdx.x] = s[0];
    __threadfence();
    last = atomicAdd(&blocksDone, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    s[threadIdx.x] = threadIdx.x < gridDim.x ? ofBlocks[threadIdx.x] : Best{FLT_MAX, -1};
    __syncthreads();
    reduceBlock(s);
    if (threadIdx.x == 0) {
      *result = s[0];
      blocksDone = 0;
    }
  }
}

int main() {
  const int n = 5003;
  static float2 h[n];
  for (int i = 0; i < n; ++i) h[i] = make_float2(i * 37 % 1009, i * 91 % 2003);
  float2 *points;
  Best *ofBlocks, *result, best;
  cudaMalloc(&points, sizeof h);
  cudaMalloc(&ofBlocks, 30 * sizeof(Best));
  cudaMalloc(&result, sizeof(Best));
  cudaMemcpy(points, h, sizeof h, cudaMemcpyHostToDevice);
  for (float2 query : {make_float2(500, 1000), make_float2(0, 2002), make_float2(-5, -5)}) {
    nearest<<<30, 64>>>(points, n, query, ofBlocks, result);
    cudaMemcpy(&best, result, sizeof best, cudaMemcpyDeviceToHost);
    printf("(%g, %g): number %d at (%g, %g), squared distance %g\n", query.x, query.y, best.index, h[best.index].x,
           h[best.index].y, best.distance);
  }
  cudaFree(points);
  cudaFree(ofBlocks);
  cudaFree(result);
}
