// k-means in the plane, on a grid of integers, so that sums by atomics are exact.
#include <cstdio>
#include <cstdlib>
#include <cmath>

#define K 4
#define POINTS 2000

struct Point { int x, y; };

__constant__ Point centroids[K];

__global__ void assign(const Point *points, int *cluster, Point *sums, int *counts, int *moved) {
  __shared__ int sx[K], sy[K], sc[K];
  if (threadIdx.x < K) sx[threadIdx.x] = sy[threadIdx.x] = sc[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int changed = 0;
  if (i < POINTS) {
    int best = 0;
    long long least = LLONG_MAX;
    for (int k = 0; k < K; ++k) {
      long long dx = points[i].x - centroids[k].x, dy = points[i].y - centroids[k].y;
      if (dx * dx + dy * dy < least) {
        least = dx * dx + dy * dy;
        best = k;
      }
    }
    changed = cluster[i] != best;
    cluster[i] = best;
    atomicAdd(&sx[best], points[i].x);
    atomicAdd(&sy[best], points[i].y);
    atomicAdd(&sc[best], 1);
  }
  int in_block = __syncthreads_count(changed);
  if (threadIdx.x == 0 && in_block) atomicAdd(moved, in_block);
  if (threadIdx.x < K) {
    atomicAdd(&sums[threadIdx.x].x, sx[threadIdx.x]);
    atomicAdd(&sums[threadIdx.x].y, sy[threadIdx.x]);
    atomicAdd(&counts[threadIdx.x], sc[threadIdx.x]);
  }
}

int main() {
  static Point points[POINTS];
  Point centres[K], sums[K];
  int counts[K], moved, rounds = 0;
  for (int i = 0; i < POINTS; ++i) {
    int spread = (i * 7919) % 251 - 125, other = (i * 104729) % 239 - 119;
    points[i] = {(i % 4 / 2 ? 500 : -500) + spread * 3, (i % 2 ? 400 : -400) + other * 3};
  }
  for (int k = 0; k < K; ++k) centres[k] = points[k * 5];

  Point *d_points, *d_sums;
  int *d_cluster, *d_counts, *d_moved;
  cudaMalloc(&d_points, sizeof points);
  cudaMalloc(&d_sums, sizeof sums);
  cudaMalloc(&d_cluster, POINTS * sizeof(int));
  cudaMalloc(&d_counts, sizeof counts);
  cudaMalloc(&d_moved, sizeof moved);
  cudaMemcpy(d_points, points, sizeof points, cudaMemcpyHostToDevice);
  cudaMemset(d_cluster, -1, POINTS * sizeof(int));
  do {
    cudaMemcpyToSymbol(centroids, centres, sizeof centres);
    cudaMemset(d_sums, 0, sizeof sums);
    cudaMemset(d_counts, 0, sizeof counts);
    cudaMemset(d_moved, 0, sizeof moved);
    assign<<<(POINTS + 255) / 256, 256>>>(d_points, d_cluster, d_sums, d_counts, d_moved);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaMemcpy(counts, d_counts, sizeof counts, cudaMemcpyDeviceToHost);
    cudaMemcpy(&moved, d_moved, sizeof moved, cudaMemcpyDeviceToHost);
    for (int k = 0; k < K; ++k)
      if (counts[k]) centres[k] = {sums[k].x / counts[k], sums[k].y / counts[k]};
    printf("round %d: %d moved\n", ++rounds, moved);
  } while (moved && rounds < 30);
  for (int k = 0; k < K; ++k) printf("(%d, %d): %d points\n", centres[k].x, centres[k].y, counts[k]);
  cudaFree(d_points), cudaFree(d_sums), cudaFree(d_cluster), cudaFree(d_counts), cudaFree(d_moved);
}
