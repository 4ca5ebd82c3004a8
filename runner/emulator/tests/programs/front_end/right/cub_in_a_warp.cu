// CUB within a warp: sums and maxima of warps of 32 and of 8 lanes, a segmented scan, and a custom operator.
#include <cstdio>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

struct Fraction {
  int above, below;
};

struct Larger {
  __host__ __device__ Fraction operator()(const Fraction &a, const Fraction &b) const {
    return a.above * b.below >= b.above * a.below ? a : b;
  }
};

__global__ void warps(const int *in, int *sums, int *scans, int *eights, Fraction *largest) {
  typedef cub::WarpReduce<int> Reduce;
  typedef cub::WarpScan<int> Scan;
  typedef cub::WarpReduce<int, 8> ReduceEight;
  typedef cub::WarpReduce<Fraction> ReduceFraction;
  __shared__ typename Reduce::TempStorage reduce[3];
  __shared__ typename Scan::TempStorage scan[3];
  __shared__ typename ReduceEight::TempStorage eight[12];
  __shared__ typename ReduceFraction::TempStorage fraction[3];
  int t = threadIdx.x, warp = t / 32, lane = t % 32;
  int value = in[t];
  int sum = Reduce(reduce[warp]).Sum(value);
  if (lane == 0) sums[warp] = sum;
  Scan(scan[warp]).InclusiveSum(value, scans[t]);
  int best = ReduceEight(eight[t / 8]).Reduce(value, [](int a, int b) { return a > b ? a : b; });
  if (t % 8 == 0) eights[t / 8] = best;
  Fraction mine = {value + 1, lane + 2};
  mine = ReduceFraction(fraction[warp]).Reduce(mine, Larger());
  if (lane == 0) largest[warp] = mine;
}

int main() {
  const int n = 96;
  int h[n], sums[3], scans[n], eights[12], *in, *dsums, *dscans, *deights;
  Fraction f[3], *df;
  for (int i = 0; i < n; i++) h[i] = i * 13 % 37;
  cudaMalloc(&in, sizeof h), cudaMalloc(&dsums, sizeof sums), cudaMalloc(&dscans, sizeof scans);
  cudaMalloc(&deights, sizeof eights), cudaMalloc(&df, sizeof f);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  warps<<<1, n>>>(in, dsums, dscans, deights, df);
  cudaMemcpy(sums, dsums, sizeof sums, cudaMemcpyDeviceToHost);
  cudaMemcpy(scans, dscans, sizeof scans, cudaMemcpyDeviceToHost);
  cudaMemcpy(eights, deights, sizeof eights, cudaMemcpyDeviceToHost);
  cudaMemcpy(f, df, sizeof f, cudaMemcpyDeviceToHost);
  for (int w = 0; w < 3; w++) printf("warp %d: %d %d, %d/%d\n", w, sums[w], scans[w * 32 + 31], f[w].above, f[w].below);
  for (int e : eights) printf("%d ", e);
  printf("\n");
  cudaFree(in), cudaFree(dsums), cudaFree(dscans), cudaFree(deights), cudaFree(df);
}
